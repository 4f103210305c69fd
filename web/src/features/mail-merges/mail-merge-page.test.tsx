import { type MergeCheck, type mailMerge, mailMerges } from "@intellibox/contract/endpoints/mail-merges";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { z } from "zod";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { Toaster } from "#components/ui/toaster.tsx";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { textOf } from "./file-button.tsx";
import { MailMergePage } from "./mail-merge-page.tsx";

type SentMerge = z.input<typeof mailMerge>;
const id = "01890000-0000-7000-8000-000000000001";
const nothing = { recipients: 0, waiting: 0, sending: 0, sent: 0, failed: 0, leftOut: 0 };
const merge: SentMerge = {
  ...{ id, state: "draft", subject: "Hello {FirstName}", html: "<p>Dear {FirstName}</p>" },
  ...{ createdAt: "2027-01-01T00:00:00.000Z", updatedAt: "2027-01-01T00:00:00.000Z" },
  ...{ startAt: null, startedAt: null, finishedAt: null, pausedReason: null },
  ...{ version: 4, waits: null },
  ...{ mailboxId: null, fromAccount: null, ratePerMinute: 30, tracked: true },
  ...{ fileName: "list.csv", columns: ["Email", "FirstName"], addressColumn: "Email", fallbacks: {} },
  problems: [{ line: 3, address: "bo", reason: "malformed" }],
  totals: { ...nothing, recipients: 3, waiting: 3, opened: 0, clicked: 0, replied: 0, unsubscribed: 0 },
};
const check: MergeCheck = {
  ...{ ready: 3, leftOut: 0, suppressed: 0, gaps: [], gapCount: 0, tokens: ["FirstName"], quotaLeft: null },
  problems: [],
};

function open(path: string, given: Partial<SentMerge> = {}, items: SentMerge[] = [{ ...merge, ...given }]) {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  api.on(mailMerges.get, () => ({ ...merge, ...given }));
  api.on(mailMerges.check, () => check);
  api.on(mailMerges.list, () => ({ items, total: items.length }));
  api.on(mailMerges.recipients, () => ({ items: [], total: 0 }));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <MailMergePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return api;
}

test("the list says how far each mail merge is, and a new one is begun [MRG-10]", async () => {
  const totals = { ...merge.totals, recipients: 10, leftOut: 2, sent: 5, failed: 1 };
  open("/mail-merge", { state: "running", startedAt: "2027-01-01T00:00:00.000Z", totals });
  expect(await screen.findByText("Hello {FirstName}")).toBeTruthy();
  expect(screen.getAllByText("5 of 8 sent, 1 failed").length).toBeGreaterThan(0);
  expect(screen.getAllByText("Sending").length).toBeGreaterThan(0);
  // A run that goes on cannot be deleted.
  expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
});

test("lines that give no recipient are named, and another column is chosen from the same file [MRG-02]", async () => {
  const api = open(`/mail-merge?run=${id}`);
  expect(await screen.findByText("Line 3: bo is not an email address")).toBeTruthy();
  expect((screen.getByLabelText("Column of addresses") as HTMLSelectElement).disabled).toBe(true);
  const sent: unknown[] = [];
  api.on(mailMerges.setRecipients, ({ body }) => {
    sent.push(body);
    return merge;
  });
  const input = screen.getByLabelText("Choose another file", { selector: "input" });
  await userEvent.upload(input, new File(["Email,Home\na@x.test,b@x.test\n"], "two.csv", { type: "text/csv" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.selectOptions(screen.getByLabelText("Column of addresses"), "FirstName");
  await waitFor(() => expect(sent).toHaveLength(2));
  const text = "Email,Home\na@x.test,b@x.test\n";
  expect(sent).toEqual([
    expect.objectContaining({ source: "file", text, fileName: "two.csv" }),
    expect.objectContaining({ source: "file", text, fileName: "two.csv", addressColumn: "FirstName" }),
  ]);
});

const recipientOf = (name: string, given: object = {}) => ({
  ...{ id: `01890000-0000-7000-8000-0000000001${name}`, position: 0, line: 2, address: `p${name}@x.test` },
  ...{ values: { Email: `p${name}@x.test`, FirstName: `Name ${name}` }, outcome: "waiting" as const, leftOut: null },
  ...{ error: null, sentAt: null, opens: 0, clicks: 0, repliedAt: null, unsubscribedAt: null, ...given },
});

test("recipients of a draft are listed in pages and searched, and one is removed and put back [MRG-06]", async () => {
  const api = open(`/mail-merge?run=${id}`, { totals: { ...merge.totals, recipients: 21, waiting: 21 } });
  let isLeftOut = false;
  api.on(mailMerges.recipients, ({ query }) => {
    const choice = isLeftOut ? { outcome: "left_out", leftOut: "chosen" } : {};
    if (query.q) return { items: [recipientOf("99", choice)], total: 1 };
    return Number(query.page) === 2
      ? { items: [recipientOf("21")], total: 21 }
      : { items: [recipientOf("10")], total: 21 };
  });
  api.on(mailMerges.changeRecipient, ({ path, body }) => {
    expect(path).toBe(`/mail-merges/${id}/recipients/${recipientOf("99").id}`);
    isLeftOut = (body as { leftOut: boolean }).leftOut;
    return { ok: true };
  });
  const list = within(await screen.findByRole("region", { name: "On the list" }));
  expect(await list.findByText("Name 10")).toBeTruthy();
  await userEvent.click(list.getByRole("button", { name: "Next" }));
  expect(await list.findByText("p21@x.test")).toBeTruthy();
  await userEvent.type(list.getByRole("searchbox", { name: "Search recipients" }), "99");
  await userEvent.click(await list.findByRole("button", { name: "Remove p99@x.test" }));
  expect(await list.findByText("Left out by you")).toBeTruthy();
  await userEvent.click(list.getByRole("button", { name: "Put back p99@x.test" }));
  expect(await list.findByRole("button", { name: "Remove p99@x.test" })).toBeTruthy();
});

test("a file that is not text is refused with what to do [MRG-05]", async () => {
  const api = open(`/mail-merge?run=${id}`);
  render(<Toaster />);
  const input = await screen.findByLabelText("Choose another file", { selector: "input" });
  await userEvent.upload(input, new File(["PK\u0003\u0000"], "list.csv", { type: "text/csv" }));
  expect(await screen.findByText(/^This is not a text file\./)).toBeTruthy();
  expect(api.callsOf(mailMerges.setRecipients)).toHaveLength(0);
});

test("what is written is saved before the next step; if that fails, the step stays and says so [MRG-10]", async () => {
  const api = open(`/mail-merge?run=${id}&step=mail`);
  const kept: unknown[] = [];
  api.on(mailMerges.keep, ({ body }) => {
    kept.push(body);
    if (kept.length === 1) return refusal(409, { code: "conflict", error: "Started elsewhere" });
    return { ...merge, subject: "Bye" };
  });
  const subject = await screen.findByLabelText("Subject");
  await userEvent.clear(subject);
  await userEvent.type(subject, "Bye");
  await userEvent.click(screen.getByRole("button", { name: "Next: Check" }));
  expect(await screen.findByText("Not saved: Started elsewhere")).toBeTruthy();
  expect(screen.getByLabelText("Subject")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Next: Check" }));
  await waitFor(() => expect(screen.queryByLabelText("Subject")).toBeNull());
  expect(kept.at(-1)).toEqual({ subject: "Bye", basedOn: 4 });
});

test("a draft that another window changed keeps the text here until its writer chooses [MRG-12]", async () => {
  const api = open(`/mail-merge?run=${id}&step=mail`);
  let saved = { ...merge };
  api.on(mailMerges.get, () => saved);
  const kept: { subject?: string; basedOn?: number }[] = [];
  api.on(mailMerges.keep, ({ body }) => {
    const given = body as (typeof kept)[number];
    kept.push(given);
    if (given.basedOn !== saved.version) return refusal(409, { code: "conflict", error: "Changed elsewhere" });
    saved = { ...saved, ...given, version: saved.version + 1 };
    return saved;
  });
  const subject = (await screen.findByLabelText("Subject")) as HTMLInputElement;
  saved = { ...saved, subject: "Theirs", version: 5 };
  await userEvent.clear(subject);
  await userEvent.type(subject, "Mine");
  await userEvent.click(screen.getByRole("button", { name: "Next: Check" }));
  expect(await screen.findByText(/This draft was changed in another window/)).toBeTruthy();
  expect(subject.value).toBe("Mine");
  await userEvent.click(screen.getByRole("button", { name: "Keep my text" }));
  await waitFor(() => expect(saved).toMatchObject({ subject: "Mine", version: 6 }));
  await waitFor(() => expect(screen.getByText("Draft, saved")).toBeTruthy());

  saved = { ...saved, subject: "Theirs again", version: 7 };
  await userEvent.type(subject, "!");
  await userEvent.click(screen.getByRole("button", { name: "Next: Check" }));
  await userEvent.click(await screen.findByRole("button", { name: "Take the other text" }));
  expect(subject.value).toBe("Theirs again");
  expect(saved.subject).toBe("Theirs again");
});

test("what is written while a save is on its way is saved after it, without a conflict [MRG-12]", async () => {
  const api = open(`/mail-merge?run=${id}&step=mail`);
  let saved = { ...merge };
  const answers: (() => void)[] = [];
  api.on(mailMerges.get, () => saved);
  api.on(mailMerges.keep, async ({ body }) => {
    const given = body as { basedOn: number };
    await new Promise<void>((answer) => answers.push(answer));
    if (given.basedOn !== saved.version) return refusal(409, { code: "conflict", error: "Changed elsewhere" });
    saved = { ...saved, ...given, version: saved.version + 1 };
    return saved;
  });
  const subject = await screen.findByLabelText("Subject");
  await userEvent.type(subject, "1");
  await waitFor(() => expect(answers).toHaveLength(1), { timeout: 3000 });
  await userEvent.type(subject, "2");
  await userEvent.click(screen.getByRole("button", { name: "Next: Check" }));
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2), { timeout: 3000 });
  answers[1]?.();
  await waitFor(() => expect(screen.queryByLabelText("Subject")).toBeNull());
  expect(saved).toMatchObject({ subject: "Hello {FirstName}12", version: 6 });
});

test("text that could not be saved when the page was left is there on the next visit [MRG-12]", async () => {
  const api = open(`/mail-merge?run=${id}&step=mail`);
  api.on(mailMerges.keep, () => refusal(503, { code: "unavailable", error: "Away" }));
  await userEvent.type(await screen.findByLabelText("Subject"), "?");
  cleanup();
  await waitFor(() => expect(api.callsOf(mailMerges.keep)).toHaveLength(1));
  const again = open(`/mail-merge?run=${id}&step=mail`);
  again.on(mailMerges.keep, ({ body }) => ({ ...merge, ...(body as object), version: 5 }));
  expect(((await screen.findByLabelText("Subject")) as HTMLInputElement).value).toBe("Hello {FirstName}?");
  await waitFor(() => expect(again.callsOf(mailMerges.keep)).toHaveLength(1));
});

test("a run that waits for the limit of an hour says so, and an empty list says what a mail merge is [MRG-35]", async () => {
  const until = new Date(Date.now() + 60_000).toISOString();
  open(`/mail-merge?run=${id}`, { state: "running", waits: { perHour: 100, until } });
  expect(await screen.findByText(/^Waits for the limit of 100 recipients an hour\. Goes on at /)).toBeTruthy();
  cleanup();
  open("/mail-merge", {}, []);
  expect(await screen.findByText(/Write one mail, and everybody on your list gets it/)).toBeTruthy();
});

test("the start asks first, names how many get the mail, and shows why it is refused [MRG-31]", async () => {
  const api = open(`/mail-merge?run=${id}&step=start`);
  let count: unknown;
  api.on(mailMerges.start, ({ body }) => {
    count = (body as { count: number }).count;
    return refusal(409, { code: "conflict", error: "2 people would get this mail now" });
  });
  await userEvent.click(await screen.findByRole("button", { name: "Send to 3 people" }));
  const question = await screen.findByRole("alertdialog", { name: "Send this mail to 3 people?" });
  await userEvent.click(within(question).getByRole("button", { name: "Start sending" }));
  expect(await screen.findByText("2 people would get this mail now")).toBeTruthy();
  expect(count).toBe(3);
});

test("a run that is to start at a time cannot be started before the time is chosen [MRG-32]", async () => {
  open(`/mail-merge?run=${id}&step=start`);
  const send = await screen.findByRole("button", { name: "Send to 3 people" });
  await userEvent.click(screen.getByLabelText("At a time"));
  expect(send.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(send);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await userEvent.click(screen.getByLabelText("At once"));
  expect(send.getAttribute("aria-disabled")).toBeNull();
});

test("a paused run says why, and can be resumed; a finished one is sent again to those who failed [MRG-40] [MRG-61]", async () => {
  const totals = { ...merge.totals, sent: 1, failed: 2 };
  const api = open(`/mail-merge?run=${id}`, { state: "paused", pausedReason: "The mail server said no", totals });
  expect(await screen.findByText("The mail server said no")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send to those who failed" })).toBeNull();
  api.on(mailMerges.resume, () => ({ ...merge, state: "done" as const, totals }));
  api.on(mailMerges.get, () => ({ ...merge, state: "done" as const, totals }));
  await userEvent.click(screen.getByRole("button", { name: "Resume" }));
  expect(await screen.findByRole("button", { name: "Send to those who failed" })).toBeTruthy();
});

test("a file of an older spreadsheet is read in its own encoding [MRG-03]", () => {
  expect(textOf(new TextEncoder().encode("Zoë").buffer)).toBe("Zoë");
  expect(textOf(new Uint8Array([0x5a, 0x6f, 0xeb]).buffer)).toBe("Zoë");
  expect(textOf(new Uint8Array([0xff, 0xfe, 0x5a, 0x00, 0xeb, 0x00]).buffer)).toBe("Zë");
  expect(textOf(new Uint8Array([0xfe, 0xff, 0x00, 0x5a]).buffer)).toBe("Z");
});
