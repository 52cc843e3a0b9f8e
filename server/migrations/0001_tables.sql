CREATE TABLE "accounts" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"active_instance_id" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"family" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "refresh_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"instance_id" integer PRIMARY KEY NOT NULL,
	"encrypted" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"instance_id" integer NOT NULL,
	"path" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "images_instance_id_path_pk" PRIMARY KEY("instance_id","path")
);
--> statement-breakpoint
CREATE TABLE "item_counts" (
	"template_key" integer PRIMARY KEY NOT NULL,
	"items" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_links" (
	"instance_id" integer NOT NULL,
	"template_key" integer NOT NULL,
	"field_key" integer NOT NULL,
	"item_id" integer NOT NULL,
	"target_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_revisions" (
	"template_key" integer NOT NULL,
	"item_id" integer NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"label" text NOT NULL,
	"values" jsonb NOT NULL,
	"account_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "item_revisions_template_key_item_id_version_pk" PRIMARY KEY("template_key","item_id","version")
);
--> statement-breakpoint
CREATE TABLE "item_values" (
	"template_key" integer NOT NULL,
	"field_key" integer NOT NULL,
	"item_id" integer NOT NULL,
	"number" double precision,
	"text" text
);
--> statement-breakpoint
CREATE TABLE "items" (
	"template_key" integer NOT NULL,
	"id" integer NOT NULL,
	"label" text NOT NULL,
	"values" jsonb NOT NULL,
	"version" integer NOT NULL,
	"hash" uuid GENERATED ALWAYS AS (md5("items"."label" || chr(31) || "items"."values"::text)::uuid) STORED NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "items_template_key_id_pk" PRIMARY KEY("template_key","id")
);
--> statement-breakpoint
CREATE TABLE "menu_nodes" (
	"instance_id" integer NOT NULL,
	"id" text NOT NULL,
	"parent_id" text NOT NULL,
	"label" text NOT NULL,
	"template_id" text NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "menu_nodes_instance_id_id_pk" PRIMARY KEY("instance_id","id")
);
--> statement-breakpoint
CREATE TABLE "report_steps" (
	"id" serial PRIMARY KEY NOT NULL,
	"report_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"template_id" text NOT NULL,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"file" text,
	"sha256" text,
	"bytes" bigint
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" serial PRIMARY KEY NOT NULL,
	"instance_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "reports_path_unique" UNIQUE("path")
);
--> statement-breakpoint
CREATE TABLE "template_revisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"instance_id" integer NOT NULL,
	"template_key" integer NOT NULL,
	"template_id" text NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"label" text NOT NULL,
	"fields" jsonb NOT NULL,
	"account_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"key" serial PRIMARY KEY NOT NULL,
	"instance_id" integer NOT NULL,
	"id" text NOT NULL,
	"label" text NOT NULL,
	"version" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"next_field_key" integer NOT NULL,
	"hash" uuid GENERATED ALWAYS AS (md5("templates"."label" || chr(31) || "templates"."fields"::text)::uuid) STORED NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "templates_instance_id" UNIQUE("instance_id","id")
);
--> statement-breakpoint
CREATE TABLE "instance_members" (
	"instance_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	CONSTRAINT "instance_members_instance_id_account_id_role_id_pk" PRIMARY KEY("instance_id","account_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "instances" (
	"id" serial PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"env" text NOT NULL,
	CONSTRAINT "instances_project_env" UNIQUE("project_id","env")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" serial PRIMARY KEY NOT NULL,
	"workspace_id" integer NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"next_item_id" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" serial PRIMARY KEY NOT NULL,
	"workspace_id" integer NOT NULL,
	"name" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"permission_ids" smallint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"workspace_id" integer PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"members" integer DEFAULT 1 NOT NULL,
	"projects" integer DEFAULT 0 NOT NULL,
	"next_billing_date_at" timestamp with time zone,
	"recurring_payment" integer DEFAULT 0 NOT NULL,
	"next_payment" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"workspace_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"role_id" smallint NOT NULL,
	CONSTRAINT "workspace_members_workspace_id_account_id_pk" PRIMARY KEY("workspace_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_counts" ADD CONSTRAINT "item_counts_template_key_templates_key_fk" FOREIGN KEY ("template_key") REFERENCES "public"."templates"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_template_key_templates_key_fk" FOREIGN KEY ("template_key") REFERENCES "public"."templates"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_nodes" ADD CONSTRAINT "menu_nodes_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_steps" ADD CONSTRAINT "report_steps_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instance_members" ADD CONSTRAINT "instance_members_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instance_members" ADD CONSTRAINT "instance_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instance_members" ADD CONSTRAINT "instance_members_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instances" ADD CONSTRAINT "instances_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "refresh_tokens_family" ON "refresh_tokens" USING btree ("family");--> statement-breakpoint
CREATE INDEX "refresh_tokens_account" ON "refresh_tokens" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "item_links_item" ON "item_links" USING btree ("template_key","item_id","field_key");--> statement-breakpoint
CREATE INDEX "item_links_field" ON "item_links" USING btree ("template_key","field_key","target_id","item_id");--> statement-breakpoint
CREATE INDEX "item_links_target" ON "item_links" USING btree ("instance_id","target_id");--> statement-breakpoint
CREATE INDEX "item_values_item" ON "item_values" USING btree ("template_key","item_id","field_key","number");--> statement-breakpoint
CREATE INDEX "item_values_number" ON "item_values" USING btree ("template_key","field_key","number","item_id") WHERE "item_values"."number" is not null;--> statement-breakpoint
CREATE INDEX "item_values_text" ON "item_values" USING btree ("template_key","field_key",lower(left("text", 64)) collate "C","item_id") WHERE "item_values"."text" is not null;--> statement-breakpoint
CREATE INDEX "item_values_contains" ON "item_values" USING gin ("template_key","field_key","text" gin_trgm_ops) WHERE "item_values"."text" is not null;--> statement-breakpoint
CREATE INDEX "items_label" ON "items" USING btree ("template_key",lower(left("label", 64)) collate "C","id");--> statement-breakpoint
CREATE INDEX "items_label_contains" ON "items" USING gin ("template_key","label" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "report_steps_report" ON "report_steps" USING btree ("report_id","position");--> statement-breakpoint
CREATE INDEX "reports_instance" ON "reports" USING btree ("instance_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_running" ON "reports" USING btree ("instance_id") WHERE "reports"."completed_at" is null and "reports"."error" is null;--> statement-breakpoint
CREATE INDEX "template_revisions_template" ON "template_revisions" USING btree ("instance_id","template_id","version");--> statement-breakpoint
CREATE INDEX "instance_members_account" ON "instance_members" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "instance_members_role" ON "instance_members" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "projects_workspace" ON "projects" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "roles_workspace" ON "roles" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "workspace_members_account" ON "workspace_members" USING btree ("account_id");