import ApusNet

/// A resolver that responds from a list, immediately or on demand, and counts its requests.
final class ListedResolver: HostResolver {
  let list: Shared<[String: [HostAddress]]>
  let asked = Shared(0)
  let givenUp = Shared(0)
  private let isHeld: Bool
  private let held = Shared<[(DomainName, @Sendable (Answer) -> Void)]>([])

  init(_ list: [String: [HostAddress]], isHeld: Bool = false) {
    self.list = Shared(list)
    self.isHeld = isHeld
  }

  func lookUp(
    _ name: DomainName, _ end: @escaping @Sendable (Answer) -> Void
  ) throws(NetError) -> @Sendable () -> Void {
    asked.change { $0 += 1 }
    if isHeld {
      held.change { $0.append((name, end)) }
    } else {
      end(.success(list.value[name.description] ?? []))
    }
    return { [givenUp] in givenUp.change { $0 += 1 } }
  }

  /// Responds to all pending requests.
  func answer(_ answer: Answer? = nil) {
    let ends = held.value
    held.change { $0 = [] }
    for (name, end) in ends { end(answer ?? .success(list.value[name.description] ?? [])) }
  }
}
