import ApusHTTP
import ApusSession

/// Ten forms of `catch`, in an actor.
actor CatchingActor {
  typealias User = CatchFormsTests.User
  let api: HTTPSession

  init(api: HTTPSession) { self.api = api }

  func whereReason() async throws -> Bool {
    var found = false
    do {
      _ = try await api.get("x", as: User.self)
    } catch let error as HTTPSessionError where error.code == .status(404) {
      found = true
    }
    return found
  }

  func asError() async throws -> Bool {
    var found = false
    do {
      try await api.get("x")
    } catch let error as HTTPSessionError {
      found = error.code == .status(404)
    }
    return found
  }

  func untyped() async throws -> Bool {
    var found = false
    do {
      try await api.get("x")
    } catch {
      found = (error as? HTTPSessionError)?.code == .status(404)
    }
    return found
  }

  func twoClauses() async throws -> Bool {
    var found = false
    do {
      try await api.send(.get("x"))
    } catch let error as HTTPSessionError where error.isTransient {
      found = false
    } catch let error as HTTPSessionError {
      found = error.response?.status == .notFound
    }
    return found
  }

  func cancellation() async throws -> Bool {
    var found = false
    do {
      try await api.post("x", .json(["a": 1]))
    } catch is CancellationError {
      found = false
    } catch {
      found = true
    }
    return found
  }

  func whereTimeout() async throws -> Bool {
    var found = false
    do {
      try await api.delete("x")
    } catch let error as HTTPSessionError where error.isTimeout {
      found = false
    } catch {
      found = true
    }
    return found
  }

  func streamed() async throws -> Bool {
    var found = false
    do {
      try await api.stream(.get("x")) { _, _ in }
    } catch let error as HTTPSessionError where error.response?.status == .notFound {
      found = true
    }
    return found
  }

  func isSessionError() async throws -> Bool {
    var found = false
    do {
      try await api.get("x")
    } catch is HTTPSessionError {
      found = true
    }
    return found
  }

  func whereSessionError() async throws -> Bool {
    var found = false
    do {
      try await api.get("x")
    } catch let error where error is HTTPSessionError {
      found = true
    }
    return found
  }

  func byPattern() async throws -> Bool {
    var found = false
    do {
      try await api.put("x", .json(["a"]))
    } catch let error as HTTPSessionError {
      if case .status(404) = error.code { found = true }
    }
    return found
  }

  func all() async throws -> [Bool] {
    [
      try await whereReason(),
      try await asError(),
      try await untyped(),
      try await twoClauses(),
      try await cancellation(),
      try await whereTimeout(),
      try await streamed(),
      try await isSessionError(),
      try await whereSessionError(),
      try await byPattern(),
    ]
  }
}

extension CatchFormsTests {
  /// Ten forms of `catch`, in closures.
  static func closureForms(_ api: HTTPSession) async throws -> [Bool] {
    var results: [Bool] = []
    for form in firstForms(api) + lastForms(api) { results.append(try await form()) }
    return results
  }

  private static func firstForms(_ api: HTTPSession) -> [@Sendable () async throws -> Bool] {
    [
      {
        var found = false
        do {
          _ = try await api.get("x", as: User.self)
        } catch let error as HTTPSessionError where error.code == .status(404) {
          found = true
        }
        return found
      },
      {
        var found = false
        do {
          try await api.get("x")
        } catch let error as HTTPSessionError {
          found = error.code == .status(404)
        }
        return found
      },
      {
        var found = false
        do {
          try await api.get("x")
        } catch {
          found = (error as? HTTPSessionError)?.code == .status(404)
        }
        return found
      },
      {
        var found = false
        do {
          try await api.send(.get("x"))
        } catch let error as HTTPSessionError where error.isTransient {
          found = false
        } catch let error as HTTPSessionError {
          found = error.response?.status == .notFound
        }
        return found
      },
      {
        var found = false
        do {
          try await api.post("x", .json(["a": 1]))
        } catch is CancellationError {
          found = false
        } catch {
          found = true
        }
        return found
      },
    ]
  }

  private static func lastForms(_ api: HTTPSession) -> [@Sendable () async throws -> Bool] {
    [
      {
        var found = false
        do {
          try await api.delete("x")
        } catch let error as HTTPSessionError where error.isTimeout {
          found = false
        } catch {
          found = true
        }
        return found
      },
      {
        var found = false
        do {
          try await api.stream(.get("x")) { _, _ in }
        } catch let error as HTTPSessionError where error.response?.status == .notFound {
          found = true
        }
        return found
      },
      {
        var found = false
        do {
          try await api.get("x")
        } catch is HTTPSessionError {
          found = true
        }
        return found
      },
      {
        var found = false
        do {
          try await api.get("x")
        } catch let error where error is HTTPSessionError {
          found = true
        }
        return found
      },
      {
        var found = false
        do {
          try await api.put("x", .json(["a"]))
        } catch let error as HTTPSessionError {
          if case .status(404) = error.code { found = true }
        }
        return found
      },
    ]
  }
}
