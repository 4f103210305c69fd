import type { FeedbackFigures as Figures } from "@intellibox/contract/endpoints/feedback";
import { t } from "@intellibox/contract/text/t";
import { grouped, percent } from "#lib/format.ts";
import { Failed, Skeleton } from "../ui/async-states.tsx";
import { SectionPanel } from "../ui/section-panel.tsx";

const kindNames: Record<Figures["kind"], string> = {
  compose: t("Drafts"),
  reply: t("Replies"),
  summarize: t("Summaries"),
  rewrite: t("Rewrites"),
};

type FeedbackFiguresProps = {
  items: Figures[] | undefined;
  problem: string | undefined;
  onRetry: () => void;
};

/** How people rate the assistant, and how much of its drafts they change: figures, never texts. */
export function FeedbackFigures({ items, problem, onRetry }: FeedbackFiguresProps) {
  return (
    <SectionPanel
      title={t("What people think of it")}
      className="mt-8"
      hint={t("The last 30 days, in figures. Texts and names are not kept.")}
    >
      <div className="px-4 pb-3">
        {problem && <Failed message={problem} onRetry={onRetry} />}
        {!problem && !items && <Skeleton className="h-16 w-full" />}
        {items?.length === 0 && (
          <p className="text-sm text-text-2">
            {t("Nothing yet. Figures appear when people use drafts, replies or summaries.")}
          </p>
        )}
        {items && items.length > 0 && <FiguresTable items={items} />}
      </div>
    </SectionPanel>
  );
}

const cell = "px-2 py-1.5 text-end tabular-nums";

const FiguresTable = ({ items }: { items: Figures[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable with the keyboard.
  <section className="-mx-2 overflow-x-auto" tabIndex={0} aria-label={t("Figures by task and model")}>
    <table className="w-full text-sm">
      <thead className="text-xs text-text-2">
        <tr className="border-b border-line">
          <th scope="col" className="px-2 py-1.5 text-start font-medium">
            {t("Task")}
          </th>
          {[t("Answers"), t("Liked"), t("Not liked"), t("Sent"), t("Sent unchanged"), t("Words changed")].map(
            (name) => (
              <th key={name} scope="col" className={`${cell} font-medium`}>
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {items.map(({ kind, provider, model, answers, up, down, sent, unchanged, changed }) => (
          <tr key={`${kind} ${provider} ${model}`} className="border-b border-line last:border-0">
            <th scope="row" className="px-2 py-1.5 text-start font-normal">
              {kindNames[kind]}
              <span className="block text-xs text-text-3">{provider === "builtin" ? t("Built-in engine") : model}</span>
            </th>
            <td className={cell}>{grouped(answers)}</td>
            <td className={cell}>{grouped(up)}</td>
            <td className={cell}>{grouped(down)}</td>
            <td className={cell}>{grouped(sent)}</td>
            <td className={cell}>{sent > 0 ? percent(unchanged / sent) : "–"}</td>
            <td className={cell}>{changed === null ? "–" : percent(changed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
