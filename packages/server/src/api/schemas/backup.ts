import { z } from '@hono/zod-openapi';

/** ORG-4: the schedule of automatic backups. */
export const BackupScheduleSchema = z
  .object({
    /** Null: never. */
    everyHours: z
      .number()
      .int()
      .min(1)
      .max(24 * 366)
      .nullable()
      .default(null),
    /** Keep this many of the newest. */
    keep: z.number().int().min(1).max(1000).default(14),
  })
  .openapi('BackupSchedule');

export const LastBackupSchema = z.object({
  at: z.string(),
  file: z.string().nullable(),
  bytes: z.number().nullable(),
  /** Null: it was created, read back and compared. */
  problem: z.string().nullable(),
});

export const BackupStateSchema = z.object({
  folder: z.string(),
  isEncrypted: z.boolean(),
  last: LastBackupSchema.nullable(),
});
