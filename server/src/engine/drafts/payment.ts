type PaymentPlan = { topic: { phrase?: string }; sentences: string[]; items: string[] };

const amount =
  "(?:[$€£₹¥]\\s?\\d[\\d.,]*k?|(?:usd|eur|inr|rs\\.?|gbp|chf)\\s?\\d[\\d.,]*|\\d[\\d.,]*\\s?(?:usd|eur|euros?|dollars?|inr|rs|gbp|pounds?|rupees?|chf)|\\{+[^{}]*amount[^{}]*\\}+)";
const isAmount = new RegExp(`^(?:amount|total|sum|balance)?\\s*:?\\s*(${amount})$`, "i");
const isDue = /^(?:payment\s+)?(?:was |is )?(?:due|deadline)(?:\s+date)?\s*:?\s*(?:on|by)?\s+(.+)$/i;
const isReference = /^(?:the\s+)?((?:invoice|bill|order|rent|fees?|subscription|statement|account)\b.*)$/i;
const isOverdue = /^(.*\b(?:days?|weeks?|months?))\s+(?:overdue|late)$/i;

/** Puts the invoice, amount and due date of the notes into sentences; other notes stay. */
export function payable(plan: PaymentPlan): void {
  const take = (test: RegExp) => {
    const at = plan.items.findIndex((item) => test.test(item));
    return at < 0 ? undefined : test.exec(plan.items.splice(at, 1)[0] ?? "")?.[1];
  };
  const sum = take(isAmount);
  const due = take(isDue);
  const late = take(isOverdue);
  const isVague =
    /^(?:the |your |an? )?(?:(?:unpaid|outstanding|overdue|pending|open)\s+)*(?:invoices?|bills?|payments?|rent|fees?)$/i.test(
      plan.topic.phrase ?? "the invoice",
    );
  const reference = isVague ? take(isReference) : undefined;
  const thing = reference ?? plan.topic.phrase;
  if (sum && thing && !thing.includes(sum)) plan.topic.phrase = `${thing} for ${sum}`;
  else if (sum && !thing) plan.topic.phrase = `the outstanding amount of ${sum}`;
  else if (thing) plan.topic.phrase = thing;
  const when =
    due && /^(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)/i.test(due)
      ? `on ${due}`
      : due;
  if (when && late) plan.sentences.unshift(`It was due ${when} and is now ${late} overdue.`);
  else if (when) plan.sentences.unshift(`The due date is ${due}.`);
  else if (late) plan.sentences.unshift(`It is now ${late} overdue.`);
}
