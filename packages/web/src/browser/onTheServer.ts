/** What the import page says where a file is too large for it. */
export const ON_THE_SERVER = ' On the server, the command "boardwright import FILE" takes files of any size.'
