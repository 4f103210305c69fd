import { createElement, Fragment, type ReactNode } from "react";
import type { Element, Node } from "#lib/guide-nodes.ts";
import { Link } from "#lib/router/link.tsx";

const classes: Record<string, string> = {
  h2: "mt-10 mb-3 scroll-mt-20 text-xl font-semibold text-text",
  h3: "mt-7 mb-2 scroll-mt-20 text-lg font-semibold text-text",
  h4: "mt-5 mb-1.5 scroll-mt-20 text-md font-semibold text-text",
  p: "my-3",
  ul: "my-3 list-disc space-y-1.5 ps-5 marker:text-text-3",
  ol: "my-3 list-decimal space-y-1.5 ps-5 marker:text-text-3",
  li: "ps-1",
  blockquote: "my-4 rounded-control border-s-2 border-accent bg-subtle px-4 py-1 text-text-2",
  code: "rounded-[4px] bg-hover px-1 py-px font-mono text-[0.86em] break-words text-text",
  strong: "font-semibold text-text",
};

/** Shows the nodes of a page. Their text is never read as HTML. */
export function GuideText({ nodes }: { nodes: readonly Node[] }): ReactNode {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page of the guide never changes while it is shown
    <Fragment key={index}>{typeof node === "string" ? node : <Part node={node} />}</Fragment>
  ));
}

function Part({ node }: { node: Element }) {
  if (node.tag === "img")
    return (
      <img src={node.src} alt={node.alt} loading="lazy" className="my-2 w-full rounded-control border border-line" />
    );
  if (node.tag === "table") return <GuideTable head={node.head} rows={node.rows} />;
  if (node.tag === "a") return <GuideLink href={node.href}>{<GuideText nodes={node.children} />}</GuideLink>;
  if (node.tag === "pre")
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      <pre tabIndex={0} className="my-4 overflow-x-auto rounded-control bg-hover p-3.5 font-mono text-sm text-text">
        <GuideText nodes={node.children} />
      </pre>
    );
  return createElement(node.tag, { id: node.id, className: classes[node.tag] }, <GuideText nodes={node.children} />);
}

const linkClass =
  "font-medium text-accent-text underline decoration-line-strong underline-offset-2 hover:decoration-current";

/** A link to a file outside the guide has no address here, and is shown as its words. */
function GuideLink({ href, children }: { href: string; children: ReactNode }) {
  if (!href) return children;
  if (/^https?:/.test(href))
    return (
      <a href={href} target="_blank" rel="noreferrer" className={linkClass}>
        {children}
      </a>
    );
  return (
    <Link to={href} className={linkClass}>
      {children}
    </Link>
  );
}

function GuideTable({ head, rows }: { head: Node[][]; rows: Node[][][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div tabIndex={0} className="my-4 overflow-x-auto rounded-control border border-line">
      <table className="w-full border-collapse text-start text-sm">
        <thead className="bg-subtle text-text-2">
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns keep their order
              <th key={index} scope="col" className="px-3 py-2 font-medium">
                <GuideText nodes={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their order
            <tr key={number} className="border-t border-line align-top">
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns keep their order
                <td key={index} className="px-3 py-2">
                  <GuideText nodes={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
