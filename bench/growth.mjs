export const measureGrowth = async () => ""
