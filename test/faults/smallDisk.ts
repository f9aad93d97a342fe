import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"

/** Mounts a small disk as a new folder and returns a function that unmounts it. Needs root. */
export const mountSmallDisk = (path: string, megabytes: number): (() => void) => {
  mkdirSync(path)
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path], { stdio: "pipe" })
  } catch (error) {
    throw new Error("this suite needs to mount a tmpfs: run it as root with CAP_SYS_ADMIN", { cause: error })
  }
  return () => execFileSync("umount", ["--lazy", path])
}
