import type { Plugin } from "vite";

/** Leaves out the part of Zod that writes JSON Schema, which only the server's OpenAPI document needs: 6 kB of every page. */
export function smallZod(): Plugin {
  return {
    name: "small-zod",
    apply: "build",
    transform(code, id) {
      if (!/[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      // Every schema calls some of them when it is made, so they must be functions.
      return [`const unused = () => undefined;`, ...names.map((name) => `export const ${name} = unused;`)].join("\n");
    },
  };
}
