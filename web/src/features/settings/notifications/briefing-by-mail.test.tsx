import { briefings } from "@intellibox/contract/endpoints/briefing";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { saveSession } from "#lib/session/session.ts";
import { timeZone } from "#lib/time-zone.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { BriefingByMail } from "./briefing-by-mail.tsx";

test("the time is said by the clock that it was chosen by, and a change is by the clock of this device [BRF-05]", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  const stored = { isOn: true, minute: 480, days: [1, 2], timeZone: "America/New_York", sentAt: null, problem: "" };
  api.on(briefings.mail, () => stored);
  api.on(briefings.saveMail, () => ({ ...stored, minute: 450, timeZone: timeZone() }));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <BriefingByMail />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("By the clock of America/New York.")).toBeDefined();
  fireEvent.change(screen.getByLabelText("Time"), { target: { value: "07:30" } });
  expect(await screen.findByText(`By the clock of ${timeZone().replaceAll("_", " ")}.`)).toBeDefined();
  await waitFor(() => expect(api.callsOf(briefings.saveMail)).toHaveLength(1));
  expect(api.callsOf(briefings.saveMail)[0]?.body).toMatchObject({ minute: 450, timeZone: timeZone() });
});
