extension X509 {
  /// The numbered certificates of a path search, with the possible issuers of each certificate by
  /// name.
  ///
  /// The leaf certificate has the number 0. Each distinct name and each distinct public key also
  /// has a number. A name or a key is therefore compared byte by byte only once, even if many
  /// certificates share it.
  struct CertificatePool {
    /// The leaf certificate, followed by each other certificate of the pool once.
    private(set) var certificates: [Certificate] = []
    /// The number of the subject name of each certificate.
    private(set) var subjects: [Int] = []
    /// The number of the issuer name of each certificate.
    private(set) var issuers: [Int] = []
    /// The number of the public key of each certificate. Equal keys have equal numbers.
    private(set) var keys: [Int] = []
    /// The certificates with each subject name, indexed by the number of the name. The leaf
    /// certificate is not included.
    private(set) var members: [[Int]] = []

    private var nameNumbers: [EncodedKey: Int] = [:]
    private var keyNumbers: [EncodedKey: Int] = [:]
    /// The key identifiers of each certificate, or `nil` if they have not been read yet.
    private var identifiers: [KeyIdentifiers?] = []

    init(leaf: Certificate, others: some Sequence<Certificate>) {
      add(leaf)
      var seen: Set<Certificate> = [leaf]
      for other in others where seen.insert(other).inserted { add(other) }
    }

    private mutating func add(_ certificate: Certificate) {
      let number = certificates.count
      let der = certificate.der
      certificates.append(certificate)
      let subject = self.number(of: der[certificate.subjectRange])
      subjects.append(subject)
      issuers.append(self.number(of: der[certificate.issuerRange]))
      keys.append(keyNumber(of: der[certificate.publicKeyRange]))
      identifiers.append(nil)
      if number > 0 { members[subject].append(number) }
    }

    private mutating func number(of name: ArraySlice<UInt8>) -> Int {
      let name = EncodedKey(name)
      if let number = nameNumbers[name] { return number }
      nameNumbers[name] = members.count
      members.append([])
      return members.count - 1
    }

    /// Returns the number of a public key. The key need not belong to a certificate of the pool.
    mutating func keyNumber(of key: ArraySlice<UInt8>) -> Int {
      let key = EncodedKey(key)
      if let number = keyNumbers[key] { return number }
      let number = keyNumbers.count
      keyNumbers[key] = number
      return number
    }

    /// Returns a Boolean value that indicates whether a certificate's subject and issuer have the
    /// same name.
    func isSelfIssued(_ number: Int) -> Bool { subjects[number] == issuers[number] }

    /// Finds a subject name that matches each issuer name without an identically encoded subject
    /// name. Issuer names that the caller knows are skipped.
    ///
    /// RFC 5280 section 7.1. Each of the issuer names is compared with every subject name, so the
    /// number of issuer names is limited.
    mutating func adoptOrphans(sparing isKnown: (Int) -> Bool = { _ in false }) {
      var count = 0
      for orphan in issuers.indices {
        guard members[issuers[orphan]].isEmpty, !isKnown(issuers[orphan]) else { continue }
        count += 1
        guard count <= Self.orphanLimit else { return }
        let wanted = certificates[orphan].issuer
        let parent = certificates.indices.dropFirst().prefix(Self.parentLimit).first {
          certificates[$0].subject.matches(wanted)
        }
        if let parent { issuers[orphan] = subjects[parent] }
      }
    }

    private static let orphanLimit = 8
    private static let parentLimit = 64

    /// Returns the number of certificates on the shortest chain from each name up to one of the
    /// given names. The number is `nil` if no chain leads to one of the given names.
    ///
    /// The search visits each certificate once, so its time is linear.
    func distances(to ends: some Sequence<Int>) -> [Int?] {
      var distances = [Int?](repeating: nil, count: members.count)
      var issued = [[Int]](repeating: [], count: members.count)
      for number in certificates.indices.dropFirst() { issued[issuers[number]].append(number) }
      var queue = Array(ends)
      for end in queue { distances[end] = 0 }
      var next = 0
      while next < queue.count {
        let name = queue[next]
        next += 1
        guard let distance = distances[name] else { continue }
        for number in issued[name] where distances[subjects[number]] == nil {
          distances[subjects[number]] = distance + 1
          queue.append(subjects[number])
        }
      }
      return distances
    }
  }
}

extension X509.CertificatePool {
  /// The key identifiers of a certificate's own key and of the issuer's key.
  struct KeyIdentifiers {
    var own: [UInt8]?
    var issuer: [UInt8]?

    init(_ certificate: X509.Certificate) {
      // A malformed extension does not identify a key. Other code checks that the extensions are
      // readable.
      own = (try? certificate.subjectKeyIdentifier)?.bytes
      issuer = (try? certificate.authorityKeyIdentifier)?.keyIdentifier
    }
  }

  /// The result of comparing two key identifiers, which is equal, unknown or different.
  enum Fit: Int, Comparable {
    case same, unknown, different

    init(_ wanted: [UInt8]?, _ found: [UInt8]?) {
      guard let wanted, let found else {
        self = .unknown
        return
      }
      self = wanted == found ? .same : .different
    }

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns the key identifiers of a certificate, and reads each certificate's identifiers at most
  /// once.
  mutating func identifiers(of number: Int) -> KeyIdentifiers {
    if let known = identifiers[number] { return known }
    let read = KeyIdentifiers(certificates[number])
    identifiers[number] = read
    return read
  }
}

extension X509 {
  /// The DER of a name or of a public key, as a key of a dictionary.
  ///
  /// The hash covers all bytes, so that an attacker cannot create many keys with the same hash. The
  /// hash takes eight bytes at a time, because a path search spends most of its time on signatures
  /// and hashes.
  struct EncodedKey: Hashable, Sendable {
    let der: ArraySlice<UInt8>

    init(_ der: ArraySlice<UInt8>) {
      self.der = der
    }

    func hash(into hasher: inout Hasher) {
      let bytes = der.span
      var word = UInt64(truncatingIfNeeded: bytes.count)
      for index in bytes.indices {
        word = word << 8 | UInt64(bytes[index])
        if index & 7 == 7 {
          hasher.combine(word)
          word = 0
        }
      }
      hasher.combine(word)
    }

    static func == (left: EncodedKey, right: EncodedKey) -> Bool { left.der == right.der }
  }
}

extension X509.CertificatePool {
  /// Returns a Boolean value that indicates whether a certificate claims to be signed by its own
  /// key.
  mutating func isRoot(_ number: Int) -> Bool {
    guard isSelfIssued(number) else { return false }
    let identifiers = identifiers(of: number)
    return Fit(identifiers.issuer, identifiers.own) != .different
  }
}
