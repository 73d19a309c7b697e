/** What black-box tests of Bullpen are made with. Never shipped. */
module dev.bullpen.testkit {
  // Not there when a program loads the product: nothing that it uses needs them.
  requires static org.junit.jupiter.api;
  requires static org.junit.jupiter.params;
  requires static org.junit.platform.commons;
  requires transitive dev.bullpen.json;
  requires com.networknt.schema;
  requires dev.bullpen.wire;

  exports dev.bullpen.testkit;
  exports dev.bullpen.testkit.client;
  exports dev.bullpen.testkit.faulty;
  exports dev.bullpen.testkit.fixture;
  exports dev.bullpen.testkit.observer;
  exports dev.bullpen.testkit.proc;
  exports dev.bullpen.testkit.rig;
  exports dev.bullpen.testkit.schema;

  provides org.junit.jupiter.api.extension.Extension with
      dev.bullpen.testkit.fixture.Surroundings;
}
