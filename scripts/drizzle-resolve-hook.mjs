// Loaded before the server. To find out whether a file is an ES module, Node parses the manifest of its package for each file.
// drizzle-orm has 440 files and a manifest of 179 KB, which took a quarter of a start. A relative import within the package
// is always an ES module, so this hook resolves it to the same file without the manifest.
import { registerHooks } from "node:module";

const insideDrizzle = /\/node_modules\/drizzle-orm\/.*\.js$/;
const relativePath = /^\.{1,2}\/.*\.js$/;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "", conditions } = context;
    const isWithin = relativePath.test(specifier) && insideDrizzle.test(parentURL) && conditions.includes("import");
    if (!isWithin) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});
