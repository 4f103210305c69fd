/** The pages of the guide as the build makes them of Markdown. */
export type Tag =
  | "h1"
  | "h2"
  | "h3"
  | "h4"
  | "p"
  | "ul"
  | "ol"
  | "li"
  | "blockquote"
  | "pre"
  | "code"
  | "strong"
  | "em";
export type Element =
  | { tag: Tag; id?: string; children: Node[] }
  | { tag: "a"; href: string; children: Node[] }
  | { tag: "img"; src: string; alt: string }
  | { tag: "table"; head: Node[][]; rows: Node[][][] };
export type Node = string | Element;

export type GuidePage = { slug: string; group: string; title: string; body: Node[] };
export type Release = { name: string; groups: { title: string; entries: Node[][] }[] };

/** The words of a part of a page, without marks. */
export function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      if (node.tag === "img") return node.alt;
      if (node.tag === "table") return [node.head, ...node.rows].map((row) => row.map(textOf).join(" · ")).join("\n");
      const between = ["li", "p", "pre"].includes(node.tag) ? "\n" : "";
      return textOf(node.children) + between;
    })
    .join("");
}
