CREATE TABLE "activity" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "activity_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "activity" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "activity_counts" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"amount" bigint NOT NULL,
	"span" text NOT NULL,
	CONSTRAINT "activity_counts_tenant_id_user_id_span_at_kind_pk" PRIMARY KEY("tenant_id","user_id","span","at","kind")
);
--> statement-breakpoint
ALTER TABLE "activity_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_settings" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"temperature" real NOT NULL,
	"system_prompt" text NOT NULL,
	"base_url" text DEFAULT '' NOT NULL,
	"api_key_sealed" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_settings_temperature" CHECK ("ai_settings"."temperature" between 0 and 1)
);
--> statement-breakpoint
ALTER TABLE "ai_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_usage" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"tokens_in" integer NOT NULL,
	"tokens_out" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"succeeded" boolean NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_usage_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "ai_usage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_records" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"actor_email" text NOT NULL,
	"actor_role" text NOT NULL,
	"acting" boolean DEFAULT false NOT NULL,
	"action" text NOT NULL,
	"target_id" text DEFAULT '' NOT NULL,
	"target_name" text DEFAULT '' NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "audit_records_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "audit_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "drafts" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"about" text NOT NULL,
	"version" text NOT NULL,
	"intent" text NOT NULL,
	"tone" text NOT NULL,
	"extra" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"body_html" text NOT NULL,
	"follows_up" jsonb,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drafts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "email_logs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"kind" text DEFAULT 'mail' NOT NULL,
	"sender" text NOT NULL,
	"recipients" text[] NOT NULL,
	"subject" text NOT NULL,
	"provider" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"message_id" text NOT NULL,
	"error" text,
	"note" text,
	"tracked" boolean DEFAULT false NOT NULL,
	"opens" integer DEFAULT 0 NOT NULL,
	"proxy_opens" integer DEFAULT 0 NOT NULL,
	"own_opens" integer DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"sender_device" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"moment" timestamp with time zone GENERATED ALWAYS AS (coalesce(sent_at, created_at)) STORED NOT NULL,
	CONSTRAINT "email_logs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "email_logs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "engagements" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"log_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"link" smallint,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "engagements_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "engagements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tracked_links" (
	"tenant_id" uuid NOT NULL,
	"log_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"url" text NOT NULL,
	CONSTRAINT "tracked_links_tenant_id_log_id_position_pk" PRIMARY KEY("tenant_id","log_id","position")
);
--> statement-breakpoint
ALTER TABLE "tracked_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "follow_ups" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"log_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"references" text[] NOT NULL,
	"recipients" text[] NOT NULL,
	"subject" text NOT NULL,
	"excerpt" text NOT NULL,
	"mailbox_id" uuid,
	"sender" text NOT NULL,
	"days" smallint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"draft" text DEFAULT '' NOT NULL,
	"settled_by" uuid,
	"sent_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follow_ups_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "follow_ups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "heartbeats" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "image_senders" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "image_senders_tenant_id_user_id_address_pk" PRIMARY KEY("tenant_id","user_id","address")
);
--> statement-breakpoint
ALTER TABLE "image_senders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "login_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "login_failures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_servers" (
	"tenant_id" uuid NOT NULL,
	"protocol" text NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"secure" boolean NOT NULL,
	"username" text NOT NULL,
	"password_sealed" text,
	"from_name" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_servers_tenant_id_protocol_pk" PRIMARY KEY("tenant_id","protocol"),
	CONSTRAINT "mail_servers_port" CHECK ("mail_servers"."port" between 1 and 65535)
);
--> statement-breakpoint
ALTER TABLE "mail_servers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"host" text DEFAULT '' NOT NULL,
	"port" integer DEFAULT 0 NOT NULL,
	"secure" boolean DEFAULT true NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"password_sealed" text,
	"folder" text DEFAULT 'INBOX' NOT NULL,
	"leave_on_server" boolean DEFAULT true NOT NULL,
	"status" text DEFAULT 'connected' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"last_sync_at" timestamp with time zone,
	"next_sync_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cursor" text,
	"has_older" boolean DEFAULT false NOT NULL,
	"remaining" integer DEFAULT 0 NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"wanted_at" timestamp with time zone,
	"wanted_older" integer,
	"lease_by" uuid,
	"lease_until" timestamp with time zone,
	"renew_by" uuid,
	"renew_until" timestamp with time zone,
	"watch_by" uuid,
	"watch_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailboxes_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "mailboxes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_search" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"folder" text NOT NULL,
	"date" timestamp with time zone NOT NULL,
	"unread" boolean NOT NULL,
	"has_attachment" boolean NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "message_search_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "message_search" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_contents" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"recipients" jsonb NOT NULL,
	"references" text[] NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"attachments" jsonb NOT NULL,
	"calendar" text,
	"headers" jsonb NOT NULL,
	"truncated" boolean NOT NULL,
	"source_key" text NOT NULL,
	CONSTRAINT "message_contents_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "message_contents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "messages" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"remote_id" text NOT NULL,
	"folder" text NOT NULL,
	"thread_id" uuid NOT NULL,
	"message_id" text,
	"subject" text NOT NULL,
	"base_subject" text NOT NULL,
	"from_name" text NOT NULL,
	"from_address" text NOT NULL,
	"participants" text[] NOT NULL,
	"date" timestamp with time zone NOT NULL,
	"snippet" text NOT NULL,
	"unread" boolean NOT NULL,
	"has_attachment" boolean NOT NULL,
	"size" bigint NOT NULL,
	"images_allowed" boolean DEFAULT false NOT NULL,
	"pending_unread" boolean,
	"remove_at" timestamp with time zone,
	CONSTRAINT "messages_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_attempts" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"browser_hash" text NOT NULL,
	"proof_sealed" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oauth_attempts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "oauth_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outbox" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"phase" text NOT NULL,
	"sender" text NOT NULL,
	"recipients" text[] NOT NULL,
	"mailbox_id" uuid,
	"route" text DEFAULT 'smtp' NOT NULL,
	"idempotency_key" text,
	"request_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"undo_until" timestamp with time zone,
	"lease_by" uuid,
	"lease_until" timestamp with time zone,
	"error" text,
	"quota_month" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outbox_contents" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"raw" "bytea" NOT NULL,
	CONSTRAINT "outbox_contents_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "outbox_contents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"monthly_price_inr" numeric(12, 2) DEFAULT 0 NOT NULL,
	"email_quota" integer DEFAULT 500 NOT NULL,
	"max_users" integer DEFAULT 10 NOT NULL,
	"monthly_tokens" integer,
	"features" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plans_code_taken" UNIQUE("code"),
	CONSTRAINT "plans_price" CHECK ("plans"."monthly_price_inr" >= 0),
	CONSTRAINT "plans_quota" CHECK ("plans"."email_quota" in (500, 1000, -1)),
	CONSTRAINT "plans_max_users" CHECK ("plans"."max_users" >= 1)
);
--> statement-breakpoint
ALTER TABLE "plans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_channels" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"remote_id" text,
	"expires_at" timestamp with time zone,
	"renew_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "push_channels_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "push_channels" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_notices" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_notices_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "push_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "requests" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"colleague" jsonb,
	"mailbox" jsonb,
	"used_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "requests_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "send_counts" (
	"tenant_id" uuid NOT NULL,
	"month" text NOT NULL,
	"shard" smallint DEFAULT 0 NOT NULL,
	"accepted" integer NOT NULL,
	CONSTRAINT "send_counts_tenant_id_month_shard_pk" PRIMARY KEY("tenant_id","month","shard")
);
--> statement-breakpoint
ALTER TABLE "send_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "session_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"successor" text
);
--> statement-breakpoint
ALTER TABLE "session_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	CONSTRAINT "sessions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "summaries" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"thread" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"summary_sources" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"written" jsonb,
	"message_count" integer NOT NULL,
	"point_count" integer NOT NULL,
	"action_count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "summaries_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "summaries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"gst_number" text DEFAULT '' NOT NULL,
	"contact_email" text DEFAULT '' NOT NULL,
	"contact_phone" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"is_owner" boolean DEFAULT false NOT NULL,
	"address" jsonb NOT NULL,
	"plan_id" uuid,
	"mailbox_approval" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenants_code_taken" UNIQUE("code"),
	CONSTRAINT "tenants_slug_taken" UNIQUE("slug"),
	CONSTRAINT "tenants_owner_active" CHECK (not ("tenants"."is_owner" and "tenants"."status" = 'Suspended'))
);
--> statement-breakpoint
ALTER TABLE "tenants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "thread_links" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"thread_id" uuid NOT NULL,
	CONSTRAINT "thread_links_tenant_id_user_id_message_id_pk" PRIMARY KEY("tenant_id","user_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "thread_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "users" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role_code" text DEFAULT 'NORMAL_USER' NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"signature_html" text DEFAULT '' NOT NULL,
	"undo_seconds" smallint DEFAULT 10 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "users_email_taken" UNIQUE("email"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_undo_seconds" CHECK ("users"."undo_seconds" between 0 and 30)
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_counts" ADD CONSTRAINT "activity_counts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_settings" ADD CONSTRAINT "ai_settings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_usage" ADD CONSTRAINT "ai_usage_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_records" ADD CONSTRAINT "audit_records_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_logs" ADD CONSTRAINT "email_logs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engagements" ADD CONSTRAINT "engagements_tenant_id_log_id_email_logs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","log_id") REFERENCES "public"."email_logs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_links" ADD CONSTRAINT "tracked_links_tenant_id_log_id_email_logs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","log_id") REFERENCES "public"."email_logs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_senders" ADD CONSTRAINT "image_senders_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_servers" ADD CONSTRAINT "mail_servers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_tenant_id_id_messages_tenant_id_id_fk" FOREIGN KEY ("tenant_id","id") REFERENCES "public"."messages"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_contents" ADD CONSTRAINT "message_contents_tenant_id_id_messages_tenant_id_id_fk" FOREIGN KEY ("tenant_id","id") REFERENCES "public"."messages"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_mailbox_id_mailboxes_tenant_id_id_fk" FOREIGN KEY ("tenant_id","mailbox_id") REFERENCES "public"."mailboxes"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_attempts" ADD CONSTRAINT "oauth_attempts_tenant_id_session_id_sessions_tenant_id_id_fk" FOREIGN KEY ("tenant_id","session_id") REFERENCES "public"."sessions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_contents" ADD CONSTRAINT "outbox_contents_tenant_id_id_outbox_tenant_id_id_fk" FOREIGN KEY ("tenant_id","id") REFERENCES "public"."outbox"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_channels" ADD CONSTRAINT "push_channels_tenant_id_id_mailboxes_tenant_id_id_fk" FOREIGN KEY ("tenant_id","id") REFERENCES "public"."mailboxes"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notices" ADD CONSTRAINT "push_notices_tenant_id_mailbox_id_mailboxes_tenant_id_id_fk" FOREIGN KEY ("tenant_id","mailbox_id") REFERENCES "public"."mailboxes"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "send_counts" ADD CONSTRAINT "send_counts_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_tenant_id_session_id_sessions_tenant_id_id_fk" FOREIGN KEY ("tenant_id","session_id") REFERENCES "public"."sessions"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_links" ADD CONSTRAINT "thread_links_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_id_index" ON "activity" USING btree ("id");--> statement-breakpoint
CREATE INDEX "activity_tenant_id_at_index" ON "activity" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "activity_counts_tenant_id_span_at_index" ON "activity_counts" USING btree ("tenant_id","span","at");--> statement-breakpoint
CREATE INDEX "activity_counts_days" ON "activity_counts" USING btree ("at") WHERE "activity_counts"."span" = 'day';--> statement-breakpoint
CREATE INDEX "activity_counts_quarters" ON "activity_counts" USING btree ("at") WHERE "activity_counts"."span" = 'quarter';--> statement-breakpoint
CREATE INDEX "ai_usage_tenant_id_at_index" ON "ai_usage" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "ai_usage_tenant_id_user_id_at_index" ON "ai_usage" USING btree ("tenant_id","user_id","at");--> statement-breakpoint
CREATE INDEX "audit_records_tenant_id_at_index" ON "audit_records" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "audit_records_at_index" ON "audit_records" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_one_about" ON "drafts" USING btree ("tenant_id","user_id","about");--> statement-breakpoint
CREATE UNIQUE INDEX "email_logs_message_id" ON "email_logs" USING btree ("tenant_id","message_id");--> statement-breakpoint
CREATE INDEX "email_logs_tenant_id_created_at_index" ON "email_logs" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "email_logs_created_at_index" ON "email_logs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "email_logs_tenant_id_user_id_created_at_index" ON "email_logs" USING btree ("tenant_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "email_logs_moment" ON "email_logs" USING btree ("tenant_id","moment","id");--> statement-breakpoint
CREATE INDEX "email_logs_all_moment" ON "email_logs" USING btree ("moment","id");--> statement-breakpoint
CREATE INDEX "email_logs_id_index" ON "email_logs" USING btree ("id");--> statement-breakpoint
CREATE INDEX "engagements_tenant_id_log_id_index" ON "engagements" USING btree ("tenant_id","log_id");--> statement-breakpoint
CREATE INDEX "engagements_tenant_id_at_index" ON "engagements" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "follow_ups_one_a_mail" ON "follow_ups" USING btree ("tenant_id","log_id");--> statement-breakpoint
CREATE INDEX "follow_ups_tenant_id_user_id_state_due_at_index" ON "follow_ups" USING btree ("tenant_id","user_id","state","due_at");--> statement-breakpoint
CREATE INDEX "follow_ups_tenant_id_user_id_message_id_index" ON "follow_ups" USING btree ("tenant_id","user_id","message_id");--> statement-breakpoint
CREATE INDEX "follow_ups_due" ON "follow_ups" USING btree ("due_at") WHERE "follow_ups"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "heartbeats_last_at_index" ON "heartbeats" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mailboxes_once" ON "mailboxes" USING btree ("tenant_id","user_id","kind","host","username","folder");--> statement-breakpoint
CREATE INDEX "mailboxes_due" ON "mailboxes" USING btree ("next_sync_at");--> statement-breakpoint
CREATE INDEX "mailboxes_wanted" ON "mailboxes" USING btree ("wanted_at") WHERE "mailboxes"."wanted_at" is not null;--> statement-breakpoint
CREATE INDEX "mailboxes_watchable" ON "mailboxes" USING btree ("watch_until") WHERE "mailboxes"."kind" = 'imap';--> statement-breakpoint
CREATE INDEX "message_search_newest" ON "message_search" USING btree ("tenant_id","user_id","date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_remote" ON "messages" USING btree ("tenant_id","mailbox_id","remote_id");--> statement-breakpoint
CREATE INDEX "messages_listed" ON "messages" USING btree ("tenant_id","user_id","folder","date","id");--> statement-breakpoint
CREATE INDEX "messages_of_mailbox" ON "messages" USING btree ("tenant_id","mailbox_id","folder","date","id");--> statement-breakpoint
CREATE INDEX "messages_unread" ON "messages" USING btree ("tenant_id","user_id","date","id") WHERE "messages"."unread";--> statement-breakpoint
CREATE INDEX "messages_of_thread" ON "messages" USING btree ("tenant_id","user_id","thread_id","date");--> statement-breakpoint
CREATE INDEX "messages_by_subject" ON "messages" USING btree ("tenant_id","user_id","base_subject","date");--> statement-breakpoint
CREATE INDEX "messages_pending" ON "messages" USING btree ("tenant_id","mailbox_id") WHERE "messages"."pending_unread" is not null or "messages"."remove_at" is not null;--> statement-breakpoint
CREATE INDEX "oauth_attempts_tenant_id_session_id_index" ON "oauth_attempts" USING btree ("tenant_id","session_id");--> statement-breakpoint
CREATE INDEX "oauth_attempts_expires_at_index" ON "oauth_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_idempotency_key" ON "outbox" USING btree ("tenant_id","user_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_message_id" ON "outbox" USING btree ("tenant_id","message_id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("tenant_id","next_at") WHERE "outbox"."phase" = 'queued';--> statement-breakpoint
CREATE INDEX "outbox_leased" ON "outbox" USING btree ("lease_until") WHERE "outbox"."phase" in ('connecting', 'data_sent');--> statement-breakpoint
CREATE INDEX "outbox_updated_at_index" ON "outbox" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "push_channels_kind_account_index" ON "push_channels" USING btree ("kind","account");--> statement-breakpoint
CREATE INDEX "push_channels_renew_at_index" ON "push_channels" USING btree ("renew_at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_notices_once" ON "push_notices" USING btree ("tenant_id","mailbox_id","digest");--> statement-breakpoint
CREATE INDEX "push_notices_created_at_index" ON "push_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "requests_tenant_id_created_at_index" ON "requests" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "requests_tenant_id_user_id_created_at_index" ON "requests" USING btree ("tenant_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "session_tokens_tenant_id_session_id_index" ON "session_tokens" USING btree ("tenant_id","session_id");--> statement-breakpoint
CREATE INDEX "session_tokens_expires_at_index" ON "session_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_tenant_id_user_id_index" ON "sessions" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_ends_at_index" ON "sessions" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "summaries_tenant_id_user_id_created_at_index" ON "summaries" USING btree ("tenant_id","user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tenants_one_owner" ON "tenants" USING btree ("is_owner") WHERE "tenants"."is_owner";--> statement-breakpoint
CREATE INDEX "tenants_plan_id_index" ON "tenants" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "tenants_created_at_id_index" ON "tenants" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_id_index" ON "users" USING btree ("id");--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "activity" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "activity" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "activity_counts" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "activity_counts" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "ai_settings" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "ai_settings" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "ai_usage" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "ai_usage" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "audit_records" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "audit_records" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "drafts" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "drafts" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "email_logs" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "email_logs" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "engagements" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "engagements" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "tracked_links" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "tracked_links" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "follow_ups" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "follow_ups" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "heartbeats" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "image_senders" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "image_senders" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "login_failures" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "mail_servers" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_servers" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "mailboxes" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mailboxes" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "message_search" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "message_search" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "message_contents" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "message_contents" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "messages" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "messages" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "oauth_attempts" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "oauth_attempts" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "outbox" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "outbox" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "outbox_contents" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "outbox_contents" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "readable_by_tenants" ON "plans" AS PERMISSIVE FOR SELECT TO "intellibox_tenant" USING (true);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "plans" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "push_channels" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "push_channels" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "push_notices" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "push_notices" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "requests" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "requests" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "send_counts" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "send_counts" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "session_tokens" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "sessions" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "sessions" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "summaries" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "summaries" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "tenants" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING ("tenants"."id" = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK ("tenants"."id" = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "tenants" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "thread_links" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "thread_links" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "users" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "users" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);