import { type Command, messageIdOf, timeZone } from "../command.ts";
import { safeLine } from "../safe-text.ts";

export const summarize: Command = {
  summary: "Summarize a conversation: key points and actions",
  usage: "<message id> [--message] [--json]",
  details: "  --message  the message alone, not the conversation up to it",
  options: { message: { type: "boolean" } },
  async run(call) {
    const params = { id: messageIdOf(call) };
    const extent = call.flag("message") ? ("message" as const) : ("thread" as const);
    const client = await call.client();
    const answer = await client.inbox.summarizeMessage({ params, body: { extent, timeZone: timeZone() } }, modelLimit);
    const { summary, actions, warnings } = answer;
    call.show(answer, () =>
      [
        ...warnings.map(({ text }) => `Warning: ${safeLine(text)}`),
        ...summary.map((point) => `- ${safeLine(point)}`),
        ...(actions.length > 0 ? ["", "To do:"] : []),
        ...actions.map(({ action, owner, due }) => {
          const facts = [owner && `by ${owner}`, due && `until ${due}`].filter(Boolean);
          return `- ${safeLine([action, ...facts].join(", "))}`;
        }),
        "",
      ].join("\n"),
    );
  },
};

/** A model that reads a long conversation in parts takes minutes. */
export const modelLimit = { timeoutMs: 300_000 };
