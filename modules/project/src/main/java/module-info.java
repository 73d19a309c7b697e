/**
 * A project folder read into records, and what its scripts are told.
 *
 * <p>JSON is part of the records (raw metadata is kept as trees), hence the transitive requirement.
 */
module dev.bullpen.project {
  requires transitive dev.bullpen.json;
  requires transitive dev.bullpen.match;

  exports dev.bullpen.project;
}
