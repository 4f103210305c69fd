ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "session_idle_hours" smallint DEFAULT 168 NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "session_life_hours" smallint DEFAULT 720 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp with time zone;