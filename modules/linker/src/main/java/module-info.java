/** Does to jars, when the product is put together, what a JVM would do to them at each start. */
module dev.bullpen.linker {
  requires org.objectweb.asm;
  requires org.objectweb.asm.tree;
}
