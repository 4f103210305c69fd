import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "#lib/router/router.tsx";

/** Whether Forward attaches the mail as a file, as the user chose, and the large editor with the mail in either way. */
export function useForwardHabit() {
  const navigate = useNavigate();
  const { data: profile } = useQuery({
    // The key and the call of `profileQuery`, whose file would make the inbox a kilobyte heavier.
    queryKey: ["profile"],
    queryFn: async ({ signal }) => (await import("#api/users.ts")).loadProfile(signal),
    retry: false,
  });
  return {
    isAsFile: profile?.forwardsAsFile === true,
    forward: (id: string, as: "attachment" | "text") =>
      void navigate(`/compose?${new URLSearchParams({ forward: id, as })}`),
  };
}
