import { MemoryStorage } from "@boardwright/testing"
import { storageContract } from "@boardwright/testing/contract"

storageContract("memory", MemoryStorage.layer)
