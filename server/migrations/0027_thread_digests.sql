ALTER TABLE "summaries" ADD COLUMN "thread_id" uuid;--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "message_ids" jsonb;--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "newest_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "tasks" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "summaries_of_thread" ON "summaries" USING btree ("tenant_id","user_id","thread_id");