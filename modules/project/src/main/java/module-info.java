/**
 * A project folder read into records, and the environment of its scripts.
 *
 * <p>The records contain JSON (raw metadata is kept as trees), hence the transitive requirement.
 */
module dev.bullpen.project {
  requires transitive dev.bullpen.json;
  requires static org.jspecify;
  requires dev.bullpen.posix;

  exports dev.bullpen.project;
  exports dev.bullpen.project.catalog;
  exports dev.bullpen.project.completion;
  exports dev.bullpen.project.file;
  exports dev.bullpen.project.metadata;
  exports dev.bullpen.project.prompt;
  exports dev.bullpen.project.registration;
  exports dev.bullpen.project.resource;
  exports dev.bullpen.project.script;
  exports dev.bullpen.project.setting;
  exports dev.bullpen.project.tool;
  exports dev.bullpen.project.uri;
  exports dev.bullpen.project.watch;
}
