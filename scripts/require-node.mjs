// Imported before anything else, and written for any Node that knows modules: older ones get a sentence, not a stack.
const oldest = 18;
if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(
    `Intellibox needs Node ${oldest} or newer; this is Node ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}
