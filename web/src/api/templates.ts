import { type Template, type TemplateContent, templates } from "@intellibox/contract/endpoints/templates";
import { t } from "@intellibox/contract/text/t";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

const templatesKey = ["templates"] as const;

export const templatesQuery = queryOptions({
  queryKey: [...templatesKey, "list"],
  queryFn: async ({ signal }) =>
    (await call(templates.list, {}, { signal, fallback: t("The templates could not be loaded.") })).items,
  staleTime: 60_000,
});

/** Read again each time: an administrator may have changed it meanwhile. */
export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, "one", id],
    queryFn: ({ signal }) =>
      call(templates.get, { params: { id } }, { signal, fallback: t("The template could not be loaded.") }),
    staleTime: 0,
    retry: false,
  });

export type TemplateForm = TemplateContent & Pick<Template, "isShared">;
/** The version that a change is based on. */
export type ChangedTemplate = Pick<Template, "id" | "version">;

export const addTemplate = async (cache: QueryClient, body: TemplateForm): Promise<Template> => {
  const added = await call(templates.create, { body }, { fallback: t("The template could not be saved.") });
  await cache.invalidateQueries({ queryKey: templatesKey });
  return added;
};

/** Adds a template, or changes the given one. */
export function useSaveTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ changed, form }: { changed?: ChangedTemplate | undefined; form: TemplateForm }) => {
      if (!changed) return addTemplate(cache, form);
      const { isShared: _, ...content } = form;
      return call(
        templates.update,
        { params: { id: changed.id }, body: { ...content, basedOn: changed.version } },
        { fallback: t("The template could not be saved.") },
      );
    },
    // Also after a refusal: the list then shows the version that somebody else saved.
    onSettled: () => cache.invalidateQueries({ queryKey: templatesKey }),
  });
}

/** Deletes a template. `undo` brings it back. */
export function useDeleteTemplate() {
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries({ queryKey: templatesKey });
  return useMutation({
    mutationFn: async ({ id, version }: ChangedTemplate) => {
      const query = { basedOn: String(version) };
      await call(templates.remove, { params: { id }, query }, { fallback: t("The template could not be deleted.") });
      const undo = async () => {
        const restored = await call(templates.restore, { params: { id } }, { fallback: t("Could not undo.") });
        await reload();
        return restored;
      };
      return { undo };
    },
    onSettled: reload,
    meta: { showsFailure: true },
  });
}

/** A count that is lost does not matter to the writer. */
export const countTemplateUse = (cache: QueryClient, id: string) =>
  void call(templates.use, { params: { id } }).then(
    () => cache.invalidateQueries(templatesQuery),
    () => undefined,
  );
