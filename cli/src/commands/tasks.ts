import { type Command, timeZone } from "../command.ts";
import { table, timeText } from "../table.ts";

export const tasks: Command = {
  summary: "List what needs an answer, what is due within a week, and whom you wait for",
  usage: "[--json]",
  async run(call) {
    const { toAnswer, deadlines, waiting } = await (await call.client()).briefings.get({
      query: { timeZone: timeZone() },
    });
    const { columns } = call.terminal;
    call.show({ toAnswer, deadlines, waiting }, () =>
      [
        [
          "To answer",
          table(
            ["ID", "FROM", "WHAT"],
            toAnswer.map(({ messageId, from, fromName, ask }) => [messageId, fromName || from, ask]),
            columns,
          ),
        ],
        [
          "Due",
          table(
            ["ID", "UNTIL", "FROM", "WHAT"],
            deadlines.map(({ messageId, due, from, fromName, what }) => [
              messageId,
              timeText(due),
              fromName || from,
              what,
            ]),
            columns,
          ),
        ],
        [
          "Waiting for",
          table(
            ["TO", "REMINDER", "SUBJECT"],
            waiting.map(({ to, dueAt, subject }) => [to.join(", "), timeText(dueAt), subject]),
            columns,
          ),
        ],
      ]
        .map(([title, rows = ""]) => `${title}\n${rows.split("\n").length > 2 ? rows : "Nothing.\n"}`)
        .join("\n"),
    );
  },
};
