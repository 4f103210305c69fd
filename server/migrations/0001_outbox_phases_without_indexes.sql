DROP INDEX "email_logs_tenant_id_created_at_index";--> statement-breakpoint
DROP INDEX "email_logs_created_at_index";--> statement-breakpoint
DROP INDEX "outbox_due";--> statement-breakpoint
DROP INDEX "outbox_leased";--> statement-breakpoint
DROP INDEX "outbox_updated_at_index";--> statement-breakpoint
DROP INDEX "outbox_idempotency_key";--> statement-breakpoint
DROP INDEX "outbox_message_id";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "is_open" boolean GENERATED ALWAYS AS (phase in ('queued', 'connecting', 'data_sent')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_open" ON "outbox" USING btree ("tenant_id","next_at") WHERE "outbox"."is_open";--> statement-breakpoint
CREATE INDEX "outbox_created_at_index" ON "outbox" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_idempotency_key" ON "outbox" USING btree ("idempotency_key","tenant_id","user_id") WHERE "outbox"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "outbox_message_id" ON "outbox" USING btree ("message_id");--> statement-breakpoint
ALTER TABLE "outbox" SET (fillfactor = 50);
