import ApusNames
import ApusTLS
import ApusTestServer
import ApusX509
import Testing

/// The truth table of AFNetworking's `evaluateServerTrust`: every server, under every combination
/// of options.
@Suite struct TruthTableTests {
  /// A row of the table with its options and its number.
  struct Row: Sendable, CustomTestStringConvertible {
    let number: Int
    let mode: TLS.Pinning
    let allowsInvalid: Bool
    let validatesName: Bool
    let hasHost: Bool

    var testDescription: String { "row \(number)" }

    static let all: [Row] = {
      var rows: [Row] = []
      for mode in [TLS.Pinning.none, .publicKey, .certificate] {
        for allowsInvalid in [false, true] {
          for validatesName in [true, false] {
            for hasHost in [true, false] {
              rows.append(
                Row(
                  number: rows.count + 1, mode: mode, allowsInvalid: allowsInvalid,
                  validatesName: validatesName, hasHost: hasHost))
            }
          }
        }
      }
      return rows
    }()

    /// Returns the result of the table, with the checks that `danger` disables instead of
    /// `allowInvalid`.
    func accepts(_ flaws: TLS.Danger, _ danger: TLS.Danger, isPinned: Bool) -> Bool {
      let isGuarded = hasHost && allowsInvalid && validatesName
      if isGuarded, mode == .none || !isPinned { return false }
      if mode != .none, !isPinned { return false }
      var left = flaws.subtracting(danger)
      if !hasHost { left.remove(.wrongHost) }
      let isTrusted = left.isEmpty
      let isRightButForTrust = left.subtracting([.untrusted, .selfSigned]).isEmpty
      return switch mode {
      case .none, .publicKey: isTrusted
      case .certificate: (allowsInvalid || isTrusted) && isRightButForTrust
      }
    }
  }

  @Test(arguments: Row.all)
  func `a server is accepted exactly if the truth table accepts it`(row: Row) throws {
    let roots = X509.Anchors([try TestServer.root.get().root])
    let host = row.hasHost ? try TestServer.host.get() : nil
    for lifted in TestServer.sets(of: [.expired, .untrusted, .selfSigned]) {
      let danger = row.validatesName ? lifted : lifted.union(.wrongHost)
      for server in try TestServer.all.get() {
        // Without pins only the row decides, so that a few sets of disabled checks are enough.
        for isPinned in [true, false] where isPinned || lifted.names.count != 1 {
          var policy = TLS.Policy(row.mode, pinned: isPinned ? [server.top] : [])
          policy.allowsInvalidCertificates = row.allowsInvalid
          policy.danger = danger
          let chain = try? policy.evaluate(
            server.presented, for: host, at: TestAuthority.moment, trusting: roots)
          let expected = row.accepts(server.flaws, danger, isPinned: isPinned)
          #expect((chain != nil) == expected, "\(server), \(danger.names), \(isPinned)")
          #expect(chain?.lifted.isSubset(of: server.flaws) != false)
        }
      }
    }
  }

  @Test(arguments: [TLS.Danger.wrongHost, .expired, .untrusted, .selfSigned])
  func `each member of the danger set disables its own check and no other check`(member: TLS.Danger)
    throws
  {
    let roots = X509.Anchors([try TestServer.root.get().root])
    for server in try TestServer.all.get() where !server.flaws.isEmpty {
      var policy = TLS.Policy()
      func chain() throws -> TLS.TrustedChain {
        try policy.evaluate(
          server.presented, for: TestServer.host.get(), at: TestAuthority.moment, trusting: roots)
      }
      #expect(throws: TLS.TrustFailure.self, "\(server)") { try chain() }
      policy.danger = member
      if server.flaws == member {
        #expect(try chain().lifted == member)
      } else {
        #expect(throws: TLS.TrustFailure.self, "\(server)") { try chain() }
      }
      policy.danger = TLS.Danger.all.subtracting(member)
      if server.flaws.contains(member) {
        #expect(throws: TLS.TrustFailure.self, "\(server)") { try chain() }
      } else {
        #expect(try chain().lifted == server.flaws)
      }
    }
  }

  /// Profiles, rules and evaluators in addition to the modes: none of them disables a check.
  @Test(arguments: TLS.Pinning.allCases)
  func `no option except the danger set accepts a server with a flaw`(mode: TLS.Pinning) throws {
    let root = try TestServer.root.get().root
    let host = try TestServer.host.get()
    let others = X509.Anchors([root, try TestAuthority.alone("another").root])
    for server in try TestServer.all.get() where !server.flaws.isEmpty {
      for options in 0..<32 {
        var policy = TLS.Policy(mode, pinned: [root])
        policy.allowsInvalidCertificates = options & 1 != 0
        if options & 2 != 0 { policy.profile = .web }
        if options & 4 != 0 {
          let pins = [server.presented[0].pin, server.top.pin]
          policy.rules = try TLS.PinRules(
            [TLS.PinRule(TLS.HostPattern(host), pins, backups: [TestPins.pin(1)])],
            coversEveryHost: true)
        }
        if options & 8 != 0 { policy.evaluator = TLS.Evaluator("accepts") { _ in .accept } }
        let roots = options & 16 != 0 ? others : X509.Anchors([root])
        #expect(throws: TLS.TrustFailure.self, "\(server), \(policy)") {
          try policy.evaluate(
            server.presented, for: host, at: TestAuthority.moment, trusting: roots)
        }
      }
    }
  }
}
