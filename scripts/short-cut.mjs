// Loaded before the server. To learn that a file is a module, Node looks into its package's manifest, for every file anew;
// drizzle-orm has 440 files and a manifest of 179 KB, which made that a quarter of a start. A relative path inside one
// package needs no such look: what comes out is what Node would have found.
import { registerHooks } from "node:module";

const insideDrizzle = /\/node_modules\/drizzle-orm\/.*\.js$/;
const neighbour = /^\.{1,2}\/.*\.js$/;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "", conditions } = context;
    const known = neighbour.test(specifier) && insideDrizzle.test(parentURL) && conditions.includes("import");
    if (!known) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});
