import { MemoryStorage } from "@boardwright/testing"
import { rateCountsContract, storageContract } from "@boardwright/testing/contract"

storageContract("memory", MemoryStorage.layer)
rateCountsContract("memory", MemoryStorage.layer)
