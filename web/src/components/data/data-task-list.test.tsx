import type { DataTask } from "@intellibox/contract/endpoints/data-tasks";
import { render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { DataTaskList } from "./data-task-list.tsx";

const task = (id: string, changes: Partial<DataTask>): DataTask => ({
  id,
  kind: "export",
  subject: { kind: "user", id, name: "Priya Nair", email: "priya@acme.test", isOwn: false },
  withMail: true,
  state: "done",
  progress: { done: 0, total: 0 },
  bytes: 5_000_000,
  error: null,
  createdAt: new Date("2026-03-04T05:06:00Z"),
  finishedAt: new Date("2026-03-04T05:07:00Z"),
  expiresAt: new Date("2026-03-11T05:07:00Z"),
  ...changes,
});

test("each task says whose data it is, how far it is and what can be done with it", () => {
  const [onDownload, onRemove] = [vi.fn(), vi.fn()];
  const erased = { kind: "user" as const, id: "4", name: null, email: null, isOwn: false };
  render(
    <DataTaskList
      title="Exports and erasures"
      tasks={[
        task("1", {}),
        task("2", { state: "running", withMail: false, progress: { done: 40, total: 160 } }),
        task("3", { state: "failed", error: "The export could not be finished." }),
        task("4", { kind: "erasure", subject: erased }),
        task("5", { kind: "erasure", state: "running" }),
      ]}
      downloading={undefined}
      onDownload={onDownload}
      onRemove={onRemove}
    />,
  );
  const [done, running, failed, gone, erasing] = screen.getAllByRole("listitem");
  expect(done?.textContent).toContain("Export of Priya Nair, with mail");
  expect(done?.textContent).toContain("4.8 MB, can be downloaded until");
  within(done as HTMLElement)
    .getByRole("button", { name: "Download" })
    .click();
  expect(onDownload).toHaveBeenCalledWith("1");
  expect(running?.textContent).toContain("40 of 160 mails");
  expect(within(running as HTMLElement).getByRole("progressbar")).toHaveProperty("value", 40);
  within(running as HTMLElement)
    .getByRole("button", { name: "Stop Export of Priya Nair, without mail" })
    .click();
  expect(onRemove).toHaveBeenCalledWith(expect.objectContaining({ id: "2" }));
  expect(failed?.textContent).toContain("could not be finished");
  expect(gone?.textContent).toContain("Erasure of an erased user");
  // An erasure that has begun cannot be stopped.
  expect(within(erasing as HTMLElement).queryByRole("button")).toBeNull();
});
