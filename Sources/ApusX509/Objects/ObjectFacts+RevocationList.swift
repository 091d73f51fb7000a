internal import ApusASN1
internal import ApusBytes
internal import ApusCrypto

extension X509.ObjectFacts {
  /// The maximum number of revocation entries that are shown as lines, and in the value of a fact.
  static let (shownEntryLimit, entryLimit) = (16, 10_000)

  /// Reads the facts of a revocation list (CRL), with the remaining time at a given time.
  init(revocationList der: [UInt8], at moment: UnixTime) {
    self.init(.revocationList)
    do throws(X509Error) {
      let list = try X509.RevocationList(der)
      add("issuer", "issuer", list.issuer.grouped, lines: ["\(list.issuer)"])
      if let number = list.number { add("number", "number", .text("\(number)")) }
      add("issued", "thisUpdate", .text(Self.shown(list.thisUpdate)))
      if let next = list.nextUpdate { addNextUpdate(next, moment) }
      if let key = list.authorityKeyIdentifier?.keyIdentifier {
        add("issuer's key", "authorityKeyIdentifier", .text(Hex.encode(key)))
      }
      for one in list.extensions where one.isCritical {
        add("critical", "critical", .text(one.oid.name ?? "\(one.oid)"))
      }
      try addEntries(of: list)
      add("SHA-256", "sha256", .text(Hex.encode(SHA256.digest(of: der))))
    } catch {
      problem = .object(error)
    }
  }

  private mutating func addNextUpdate(_ next: ASN1.Time, _ moment: UnixTime) {
    let left = X509.TimeLeft(until: next.secondsSinceEpoch, from: moment)
    add(
      "next at", "nextUpdate", .text(Self.shown(next)),
      lines: ["\(Self.shown(next)), \(left.isOver ? "overdue" : left.description)"])
    add("", "secondsLeft", .number(left.seconds), lines: [])
  }

  private mutating func addEntries(of list: X509.RevocationList) throws(X509Error) {
    var entries: [X509.Document] = []
    var lines = ["\(list.entryCount)"]
    try list.forEachEntry { entry in
      guard entries.count < Self.entryLimit else { return }
      let date = Self.shown(entry.date)
      var members = [
        X509.Document.Member("serialNumber", .text("\(entry.serialNumber)")),
        X509.Document.Member("date", .text(date)),
      ]
      if let reason = entry.reason {
        members.append(X509.Document.Member("reason", .text("\(reason)")))
      }
      entries.append(.members(members))
      guard lines.count <= Self.shownEntryLimit else { return }
      lines.append("\(entry.serialNumber), \(date)" + (entry.reason.map { " \($0)" } ?? ""))
    }
    if list.entryCount >= lines.count {
      lines.append("and \(list.entryCount - lines.count + 1) more")
    }
    add("revoked", "entryCount", .number(Int64(list.entryCount)), lines: lines)
    add("", "entries", .list(entries), lines: [])
  }

  private static func shown(_ time: ASN1.Time) -> String {
    UnixTime(secondsSinceEpoch: time.secondsSinceEpoch).description
  }
}
