import { t } from "@intellibox/contract/text/t";
import { useSearchParams } from "#lib/router/router.tsx";
import { PageSkeleton } from "#components/ui/async-states.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { SignatureTab } from "./signature-tab.tsx";

const NotificationsTab = loadedLater(
  () => import("./notifications/notifications-tab.tsx").then((m) => m.NotificationsTab),
  <PageSkeleton />,
);

const VoiceTab = loadedLater(() => import("./voice/voice-tab.tsx").then((m) => m.VoiceTab), <PageSkeleton />);

const KnowledgeTab = loadedLater(
  () => import("./knowledge/knowledge-tab.tsx").then((m) => m.KnowledgeTab),
  <PageSkeleton />,
);

const SecurityTab = loadedLater(
  () => import("./security/security-tab.tsx").then((m) => m.SecurityTab),
  <PageSkeleton />,
);

const ProgramsTab = loadedLater(
  () => import("./api-keys/programs-tab.tsx").then((m) => m.ProgramsTab),
  <PageSkeleton />,
);

const places = ["profile", "signature", "voice", "knowledge", "notifications", "security", "programs"] as const;

/** All that belongs to the user and not to the company, opened from the profile menu. */
export function ProfilePage() {
  const [search, setSearch] = useSearchParams();
  const tab = places.find((place) => place === search.get("tab")) ?? "profile";
  return (
    <Tabs
      label={t("My Profile")}
      value={tab}
      onChange={(next) => setSearch(next === "profile" ? {} : { tab: next })}
      className="flex h-full min-h-0 flex-col"
      panelClass="flex min-h-0 flex-1 flex-col overflow-y-auto"
      tabs={[
        { value: "profile", label: t("My Profile"), panel: <ProfileTab /> },
        { value: "signature", label: t("Email Signature"), panel: <SignatureTab /> },
        { value: "voice", label: t("Your voice"), panel: <VoiceTab /> },
        { value: "knowledge", label: t("Knowledge"), panel: <KnowledgeTab /> },
        { value: "notifications", label: t("Notifications"), panel: <NotificationsTab /> },
        { value: "security", label: t("Security"), panel: <SecurityTab /> },
        { value: "programs", label: t("Programs"), panel: <ProgramsTab /> },
      ]}
    />
  );
}
