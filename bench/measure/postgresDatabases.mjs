export const postgresDatabases = async () => {}
