// Imported first, and written for any Node that knows modules, so that an old one prints a sentence instead of a stack.
const oldest = 18;
if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(
    `Intellibox needs Node ${oldest} or newer; this is Node ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}
