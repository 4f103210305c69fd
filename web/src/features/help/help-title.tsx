import { t } from "@intellibox/contract/text/t";

/** The heading of a page of help, which gets the focus when another page is opened. */
export const HelpTitle = ({ title }: { title: string }) => (
  <>
    <title>{t("{title} · Intellibox", { title })}</title>
    <h1 tabIndex={-1} className="mb-4 text-2xl font-semibold text-text outline-none">
      {title}
    </h1>
  </>
);
