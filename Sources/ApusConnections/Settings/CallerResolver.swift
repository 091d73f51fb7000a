internal import ApusNet

/// An adapter for the program's own name resolver. Concurrent look-ups of the same host name share
/// one task.
struct CallerResolver: HostResolver {
  let resolver: any Connections.Resolver

  func lookUp(
    _ name: DomainName, _ end: @escaping @Sendable (HostResolver.Answer) -> Void
  ) throws(NetError) -> @Sendable () -> Void {
    let task = Task(executorPreference: CurrentTask.executorOfCallers) {
      end(await answer(for: name))
    }
    return { task.cancel() }
  }

  private func answer(for name: DomainName) async -> HostResolver.Answer {
    let texts: [String]
    do {
      texts = try await resolver.addresses(of: name.description)
    } catch {
      return .failure(.resolverFailed(name, "\(error)"))
    }
    var addresses: [HostAddress] = []
    for text in texts {
      guard let address = HostAddress(text) else {
        return .failure(
          .resolverFailed(name, "the resolver returned \(text), which is not an IP address"))
      }
      addresses.append(address)
    }
    return .success(addresses)
  }
}
