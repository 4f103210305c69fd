import { lazy } from "react";

/** The screens of mail rules that are shown in the inbox. */
export const Tab = lazy(() => import("#features/mail-rules/rules-tab.tsx").then((m) => ({ default: m.RulesTab })));

export const OfMessage = lazy(() =>
  import("#features/mail-rules/message-rules.tsx").then((m) => ({ default: m.MessageRules })),
);

export const Run = lazy(() =>
  import("#features/mail-rules/run-on-selection.tsx").then((m) => ({ default: m.RunOnSelection })),
);
