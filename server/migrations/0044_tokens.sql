CREATE TABLE "project_tokens" (
	"id" serial PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"account_id" integer,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"instance_ids" integer[] NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "project_tokens" ADD CONSTRAINT "project_tokens_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_tokens" ADD CONSTRAINT "project_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "project_tokens_token" ON "project_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "project_tokens_name" ON "project_tokens" USING btree ("project_id",lower("name")) WHERE "project_tokens"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "project_tokens_project" ON "project_tokens" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "project_tokens_account" ON "project_tokens" USING btree ("account_id");