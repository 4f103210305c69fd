import type { Plugin } from "vite";

/** Lets the bundler leave out extensions of the editor that are not used, such as task lists. Making one has no effect elsewhere. */
export function pureExtensions(): Plugin {
  return {
    name: "pure-extensions",
    apply: "build",
    transform(code, id) {
      if (!/[\\/]@tiptap[\\/]extension[\w-]*[\\/]dist[\\/]index\.js$/.test(id)) return null;
      return code.replace(/^const (\w+) = (Node|Mark|Extension)\.create\(/gm, "const $1 = /* @__PURE__ */ $2.create(");
    },
  };
}
