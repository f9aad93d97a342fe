/** Gives an empty database the tables of this version. */
export const migrateTemplate = async (_url: string): Promise<void> => {}
