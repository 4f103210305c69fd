import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const index = join(
  dirname(createRequire(import.meta.url).resolve("lucide-react/package.json")),
  "dist/esm/lucide-react.mjs",
);
const iconFunction = join(import.meta.dirname, "src/lib/icon.ts");
const iconFile = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/;

/** Imports each icon from its own file, as a call of `icon`. Through the package's index, every page would seem to need every icon. */
export function directIcons(): Plugin {
  const files = filesOfIcons();
  return {
    name: "direct-icons",
    apply: "build",
    enforce: "pre",
    async load(id) {
      return iconFile.test(id) ? iconCode(id) : null;
    },
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes('"lucide-react"')) return null;
      return code.replace(/^import \{([^}]*)\} from "lucide-react";/gm, (statement: string, names: string) => {
        const lines = [];
        for (const part of names.split(",")) {
          const [imported = "", local = imported] = part.trim().split(/\s+as\s+/);
          if (!imported || imported.startsWith("type ")) continue;
          const file = files.get(imported);
          if (!file) return statement;
          lines.push(`import ${local} from ${JSON.stringify(file)};`);
        }
        return lines.join(" ");
      });
    },
  };
}

/** The file of each icon's name, as Lucide's index says. */
export function filesOfIcons() {
  const files = new Map<string, string>();
  for (const [, names = "", file = ""] of readFileSync(index, "utf8").matchAll(
    /export \{([^}]*)\} from '\.\/([^']+)'/g,
  ))
    for (const name of names.matchAll(/default as (\w+)/g)) files.set(name[1] ?? "", join(dirname(index), file));
  return files;
}

type IconData = { name: string; size?: number; node: [string, Record<string, string>, unknown?][] };

/** The code of an icon's module, or null if only Lucide can draw it, or if it is another name of an icon. */
export async function iconCode(file: string) {
  const { __iconData: data }: { __iconData?: IconData } = await import(pathToFileURL(file).href);
  if (!data || (data.size ?? 24) !== 24 || data.node.some(([, , children]) => children)) return null;
  return [
    `import { icon } from ${JSON.stringify(iconFunction)};`,
    `export default /* @__PURE__ */ icon(${iconArguments(data)
      .map((value) => JSON.stringify(value))
      .join(", ")});`,
  ].join("\n");
}

export const iconArguments = ({ name, node }: IconData) => [
  name,
  ...node.map(([tag, { key: _, ...attributes }]) =>
    tag === "path" && Object.keys(attributes).join() === "d" ? (attributes.d ?? "") : [tag, attributes],
  ),
];
