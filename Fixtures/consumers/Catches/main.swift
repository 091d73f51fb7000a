import ApusHTTP
import ApusSession

// Ten forms of `catch` at the top level of a program; each finds that there is no such user. With
// typed errors some of them ended the compiler.

struct User: Codable { var id: Int }

let api = HTTPSession.stub("https://a.example/") { _ in HTTP.Response(404) }
var found: [Bool] = []

do {
  _ = try await api.get("x", as: User.self)
} catch let error as HTTPSessionError where error.code == .status(404) {
  found.append(true)
}

do {
  try await api.get("x")
} catch let error as HTTPSessionError {
  found.append(error.code == .status(404))
}

do {
  try await api.get("x")
} catch {
  found.append((error as? HTTPSessionError)?.code == .status(404))
}

do {
  try await api.send(.get("x"))
} catch let error as HTTPSessionError where error.isTransient {
  found.append(false)
} catch let error as HTTPSessionError {
  found.append(error.response?.status == .notFound)
}

do {
  try await api.post("x", .json(["a": 1]))
} catch is CancellationError {
  found.append(false)
} catch {
  found.append(true)
}

do {
  try await api.delete("x")
} catch let error as HTTPSessionError where error.isTimeout {
  found.append(false)
} catch {
  found.append(true)
}

do {
  try await api.stream(.get("x")) { _, _ in }
} catch let error as HTTPSessionError where error.response?.status == .notFound {
  found.append(true)
}

do {
  try await api.get("x")
} catch is HTTPSessionError {
  found.append(true)
}

do {
  try await api.get("x")
} catch let error where error is HTTPSessionError {
  found.append(true)
}

do {
  try await api.put("x", .json(["a"]))
} catch let error as HTTPSessionError {
  if case .status(404) = error.code { found.append(true) }
}

guard found == [Bool](repeating: true, count: 10) else { fatalError("\(found)") }
print("ten forms of catch")
