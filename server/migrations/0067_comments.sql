CREATE TABLE "comment_mentions" (
	"comment_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	CONSTRAINT "comment_mentions_comment_id_account_id_pk" PRIMARY KEY("comment_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "comment_reads" (
	"account_id" integer NOT NULL,
	"thread_id" integer NOT NULL,
	"up_to" integer NOT NULL,
	CONSTRAINT "comment_reads_account_id_thread_id_pk" PRIMARY KEY("account_id","thread_id")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" serial PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"instance_id" integer NOT NULL,
	"thread_id" integer,
	"about" text,
	"subject_id" integer,
	"template_id" text,
	"item_id" integer,
	"line" integer,
	"field_id" text,
	"rows" jsonb,
	"quote" text DEFAULT '' NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" integer,
	"account_id" integer,
	"actor" text DEFAULT 'account' NOT NULL,
	"text" text NOT NULL,
	"mentions" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_mentions" ADD CONSTRAINT "comment_mentions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_thread_id_comments_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_mentions_account" ON "comment_mentions" USING btree ("account_id","comment_id") WHERE "comment_mentions"."read_at" is null;--> statement-breakpoint
CREATE INDEX "comment_mentions_mail" ON "comment_mentions" USING btree ("created_at") WHERE "comment_mentions"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "comment_reads_thread" ON "comment_reads" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "comments_thread" ON "comments" USING btree ("thread_id","id") WHERE "comments"."thread_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_item" ON "comments" USING btree ("project_id","template_id","item_id","id") WHERE "comments"."thread_id" is null and "comments"."about" in ('item', 'template');--> statement-breakpoint
CREATE INDEX "comments_subject" ON "comments" USING btree ("about","subject_id","id") WHERE "comments"."thread_id" is null and "comments"."subject_id" is not null;--> statement-breakpoint
CREATE TRIGGER "comments_news_project_id" AFTER INSERT OR UPDATE OR DELETE ON "comments"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('comments', 'project', 'project_id');
