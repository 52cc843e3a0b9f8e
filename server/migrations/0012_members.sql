CREATE TABLE "access_log" (
	"id" serial PRIMARY KEY NOT NULL,
	"workspace_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_id" integer,
	"actor_name" text NOT NULL,
	"actor_email" text NOT NULL,
	"subject_id" integer,
	"subject_name" text,
	"subject_email" text,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" serial PRIMARY KEY NOT NULL,
	"workspace_id" integer NOT NULL,
	"email" text NOT NULL,
	"role_id" smallint NOT NULL,
	"invited_by" integer,
	"link_id" uuid NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "roles_workspace";--> statement-breakpoint
ALTER TABLE "access_log" ADD CONSTRAINT "access_log_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_log" ADD CONSTRAINT "access_log_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_log" ADD CONSTRAINT "access_log_subject_id_accounts_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_accounts_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_log_workspace" ON "access_log" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "access_log_actor" ON "access_log" USING btree ("actor_id","workspace_id","id");--> statement-breakpoint
CREATE INDEX "access_log_subject" ON "access_log" USING btree ("subject_id","workspace_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email" ON "invitations" USING btree ("workspace_id",lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_workspace" ON "invitations" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
-- Written by hand: of roles that share a name, all but the first get their id behind it.
UPDATE "roles" r SET "name" = r."name" || ' (' || r."id" || ')' WHERE EXISTS (
	SELECT FROM "roles" e WHERE e."workspace_id" = r."workspace_id" AND lower(e."name") = lower(r."name")
		AND (NOT e."is_admin", e."id") < (NOT r."is_admin", r."id")
);--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name" ON "roles" USING btree ("workspace_id",lower("name"));--> statement-breakpoint
CREATE INDEX "workspace_members_role" ON "workspace_members" USING btree ("workspace_id","role_id","account_id");