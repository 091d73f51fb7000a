internal import ApusBytes
internal import ApusCrypto
internal import ApusNames

/// The text form of the HSTS hosts file.
///
///     file = [ digest LF ] *( [ comment / host ] LF )
///     digest = "# " *char "SHA-256 " 64HEXDIG       ; of all that follows its LF
///     comment = "#" *char
///     host = name TAB below TAB end [ TAB "ADDED" ]
///     below = "TRUE" / "FALSE"        ; whether the hosts below are meant
///     end = 1*DIGIT                   ; seconds since 1970
///
/// The format of the hosts file is not part of a standard. A hosts file without a digest was
/// written by hand, and must name at least one host. A hosts file that was truncated within its
/// first line names no host.
extension StrictHosts {
  /// The maximum number of bytes of an HSTS hosts file.
  static let fileByteLimit = 16 << 20

  /// The reason that a text is not a complete and valid file of HSTS hosts.
  enum TextError: Error, Equatable {
    /// The line of the hosts file with the given number, counted from 1, does not name a host.
    case line(Int)
    /// The digest does not match the hosts file, or the hosts file has neither a digest nor hosts.
    case digest
  }

  /// Reads the text of a hosts file, and skips hosts whose rule has expired.
  init(parsing bytes: [UInt8], at now: Int64) throws(TextError) {
    self.init()
    let text = bytes.span
    var at = Cursor(0..<text.count)
    let hasDigest = try Self.checkDigest(in: text)
    var (number, hostCount) = (0, 0)
    while !at.isAtEnd {
      number += 1
      let line = text.extracting(at.readWhile(in: text) { $0 != 0x0a })
      _ = at.skip(0x0a, in: text)
      guard !line.isEmpty, line[0] != 0x23 else { continue }
      guard let (name, entry) = Self.host(in: line) else { throw .line(number) }
      hostCount += 1
      if now < entry.end { _ = set(name, entry) }
    }
    guard hasDigest || hostCount > 0 else { throw .digest }
  }

  /// Checks the digest in the first line of a hosts file; returns `false` if the file has no
  /// digest.
  private static func checkDigest(in text: Span<UInt8>) throws(TextError) -> Bool {
    var at = Cursor(0..<text.count)
    let line = text.extracting(at.readWhile(in: text) { $0 != 0x0a })
    var inLine = Cursor(0..<line.count)
    guard inLine.skip(title, in: line), at.skip(0x0a, in: text) else { return false }
    let digest = SHA256.digest(of: text.extracting(at.range))
    guard line.extracting(inLine.range).copy() == Array(Hex.encode(digest).utf8) else {
      throw .digest
    }
    return true
  }

  private static func host(in line: Span<UInt8>) -> (DomainName, Entry)? {
    var at = Cursor(0..<line.count)
    let name = at.readWhile(in: line) { $0 != 0x09 }
    guard at.skip("\t", in: line) else { return nil }
    let below = line.extracting(at.readWhile(in: line) { $0 != 0x09 })
    guard at.skip("\t", in: line), let name = try? DomainName(line.extracting(name)),
      let end = ASCII.decimal(line.extracting(at.readWhile(in: line) { $0 != 0x09 }))
    else { return nil }
    let isBelow = ASCII.equalsIgnoringCase(below, "TRUE")
    guard isBelow || ASCII.equalsIgnoringCase(below, "FALSE") else { return nil }
    let isAdded = at.skip("\tADDED", in: line)
    guard at.isAtEnd else { return nil }
    return (
      name, Entry(includesSubdomains: isBelow, end: Int64(clamping: end), isAdded: isAdded)
    )
  }

  /// The text of the hosts file, in which the least recently used hosts come first.
  var text: [UInt8] {
    var lines: [UInt8] = []
    for name in names {
      guard let entry = entries[name] else { continue }
      lines += name.bytes
      lines += "\t\(entry.includesSubdomains ? "TRUE" : "FALSE")\t\(entry.end)".utf8
      lines += (entry.isAdded ? "\tADDED\n" : "\n").utf8
    }
    return Array("\(Self.title)\(Hex.encode(SHA256.digest(of: lines.span)))\n".utf8) + lines
  }

  private static let title = "# Hosts that are asked over TLS alone (RFC 6797); SHA-256 "

  /// Merges the entries of the given hosts from another table, and removes the given hosts that the
  /// other table lacks.
  ///
  /// A host that the program has added to either table remains an added host.
  mutating func take(_ names: Set<DomainName>, from other: StrictHosts) {
    for name in other.names where names.contains(name) {
      guard var entry = other.entries[name] else { continue }
      entry.isAdded = entry.isAdded || entries[name]?.isAdded == true
      _ = set(name, entry)
    }
    for name in names where other.entries[name] == nil { remove(name) }
  }
}
