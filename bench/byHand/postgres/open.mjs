export const openPostgres = () => {}
