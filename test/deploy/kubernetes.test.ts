import type { Deployment } from "kubernetes-types/apps/v1.js"
import type { Container, Service } from "kubernetes-types/core/v1.js"
import type { PodDisruptionBudget } from "kubernetes-types/policy/v1.js"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import { parseAllDocuments } from "yaml"
import { ROOT } from "../packages/run.js"
import { compileSnippets } from "../support/compileSnippets.js"
import { deployFile, variablesOfServer, withoutFile } from "./deployFiles.js"
import { productionBlock } from "./productionBlock.js"
import { readDockerfile, valuesOf } from "./readDockerfile.js"

const documents = parseAllDocuments(deployFile("kubernetes.yaml")).map((document) => document.toJS())
const [deployment, service, budget]: [Deployment, Service, PodDisruptionBudget] = documents as never
const pod = deployment.spec!.template.spec!
const container: Container = pod.containers[0]!

/** The module of `kubernetes-types` in which an object's kind is declared. */
const moduleOf = ({ apiVersion }: { readonly apiVersion: string }) =>
  `kubernetes-types/${apiVersion.includes("/") ? apiVersion : `core/${apiVersion}`}.js`

/** The object as a literal, in which the compiler finds fields that Kubernetes does not know. */
const declaration = (document: { readonly apiVersion: string; readonly kind: string }) =>
  [
    `import type { ${document.kind} } from "${moduleOf(document)}"`,
    `export const object: ${document.kind} = ${JSON.stringify(document)}`
  ].join("\n")

const compile = async (...objects: ReadonlyArray<{ readonly apiVersion: string; readonly kind: string }>) => {
  const folder = mkdtempSync(join(tmpdir(), "boardwright-kubernetes-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await compileSnippets(
    folder,
    objects.map((object, index) => [`object${index}`, declaration(object)])
  )
}

describe("kubernetes.yaml", () => {
  test("has only fields that Kubernetes has, with values of their types", async () => {
    await compile(...documents)
    const misspelt = { ...service, spec: { ...service.spec, selektor: {} } }
    await expect(compile(misspelt as never)).rejects.toMatchObject({
      stdout: expect.stringMatching(/known properties, .*selektor/)
    })
  })

  test("the image and its port are those that are built here", () => {
    expect(deployFile("compose.yaml")).toContain(`image: ${container.image}\n`)
    const last = readDockerfile(join(ROOT, "deploy/Dockerfile")).at(-1)!
    expect(container.ports?.map(({ containerPort }) => String(containerPort))).toEqual(valuesOf(last, "EXPOSE"))
    expect(service.spec?.ports).toEqual([expect.objectContaining({ targetPort: container.ports?.[0]?.name })])
    expect(valuesOf(last, "USER")).toEqual([expect.stringContaining(String(pod.securityContext?.fsGroup))])
  })

  test("service, budget and deployment are about the same pods", () => {
    const { labels } = deployment.spec!.template.metadata!
    for (const selector of [
      service.spec?.selector,
      budget.spec?.selector?.matchLabels,
      deployment.spec?.selector.matchLabels,
      pod.topologySpreadConstraints?.[0]?.labelSelector?.matchLabels
    ]) {
      expect(selector).toEqual(labels)
    }
    expect(Number(budget.spec?.minAvailable)).toBeLessThan(deployment.spec?.replicas ?? 0)
  })

  test("every variable is one that the server reads, and each file is in the secret of the instructions", () => {
    const { env = [], volumeMounts = [] } = container
    expect(env.filter(({ name }) => !variablesOfServer().has(withoutFile(name)))).toEqual([])
    const folder = volumeMounts.find(({ name }) => name === "secrets")?.mountPath
    const files = env.flatMap(({ name, value }) => (name.endsWith("_FILE") ? [value] : []))
    const secrets = [...productionBlock("kubernetes").matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name)
    expect(files.toSorted()).toEqual(secrets.map((name) => `${folder}/${name}`).toSorted())
  })

  test("a pod asks for nothing that it does not need, and is stopped after its requests were answered", () => {
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] }
    })
    expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } })
    const delay = container.env?.find(({ name }) => name === "SHUTDOWN_DELAY")?.value ?? ""
    expect(delay).toMatch(/^\d+s$/)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number.parseInt(delay, 10) + 10)
  })

  test("a database outage of minutes takes pods out of service and restarts none", () => {
    const seconds = ({ periodSeconds = 10, failureThreshold = 3 } = {}) => periodSeconds * failureThreshold
    const { livenessProbe, readinessProbe, startupProbe } = container
    expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.path)).toEqual([
      "/api/health",
      "/api/health",
      "/api/health/ready"
    ])
    expect(seconds(readinessProbe)).toBeLessThanOrEqual(10)
    expect(seconds(livenessProbe)).toBeGreaterThanOrEqual(300)
  })
})
