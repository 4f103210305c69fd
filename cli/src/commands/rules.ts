import { type Command, checkedId } from "../command.ts";
import { Misuse } from "../failure.ts";
import { safeLine } from "../safe-text.ts";
import { table } from "../table.ts";

const states = ["on", "watch", "off"] as const;

export const rules: Command = {
  summary: "List the rules for mail, or switch one",
  usage: "[on | watch | off <rule id>] [--json]",
  details: "  watch  the rule proposes what it would do, and does nothing",
  async run(call) {
    const [wanted, id, ...rest] = call.words;
    const client = await call.client();
    if (wanted === undefined) {
      const { items } = await client.mailRules.list();
      call.show(items, () =>
        items.length === 0
          ? "There are no rules.\n"
          : table(
              ["ID", "STATE", "WHOSE", "HITS", "NAME"],
              items.map((rule) => [
                rule.id,
                rule.state,
                rule.isShared ? "company" : "own",
                String(rule.hits),
                rule.name,
              ]),
              call.terminal.columns,
            ),
      );
      return;
    }
    const state = states.find((name) => name === wanted);
    if (!state || !id || rest.length > 0) throw new Misuse("Say on, watch or off, and the id of one rule.");
    const rule = await client.mailRules.setState({ params: { id: checkedId(id) }, body: { state } });
    call.show(rule, () => `${safeLine(rule.name)} is ${rule.state}.\n`);
  },
};
