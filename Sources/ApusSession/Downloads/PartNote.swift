internal import ApusBytes
internal import ApusConnections
internal import ApusCrypto
internal import ApusHTTP
internal import ApusNet
internal import ApusSerialization

/// The note next to the part of a download, which a later call needs to resume it.
///
/// It is for the owner of the part alone, and has neither the URL nor a credential: the identity is
/// a code by a random key, so that no password can be guessed from it.
struct PartNote: Codable {
  /// The number of bytes of the whole; nil if it is not known.
  let total: Int?
  /// The name that the file gets in a folder.
  let name: String?
  /// The strong entity tag, or the time of the last change, as `If-Range` sends it.
  let validator: String
  private let key: String
  /// The code of the identity; nil if no later call can have the same.
  private let identity: String?

  init(_ facts: HTTPSession.ResumeToken.Facts, _ sent: SentIdentity) throws(NetError) {
    (total, name, validator) = (facts.total, facts.name, facts.validator)
    let bytes = Array(try PartialFile.Token.random().description.utf8)
    key = String(decoding: bytes, as: UTF8.self)
    identity = sent.code(bytes).map { Hex.encode($0) }
  }

  /// Reads a note; returns nil for other data.
  init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let note = try? JSONCoder().decode(PartNote.self, from: bytes) else {
      return nil
    }
    if let name = note.name, (try? HTTP.FileName(lastComponentOf: name))?.text != name {
      return nil
    }
    self = note
  }

  /// The text of the note; empty if it would be too long.
  var bytes: [UInt8] {
    guard let bytes = try? JSONCoder().encode(self), bytes.count <= PartialFile.noteLimit else {
      return []
    }
    return bytes
  }

  /// Returns whether the part is of requests with the same identity.
  func isOf(_ sent: SentIdentity) -> Bool {
    guard let identity, let code = sent.code(Array(key.utf8)) else { return false }
    return Hex.encode(code) == identity
  }

  /// A Boolean value that indicates whether a later call can have the same identity.
  var isIdentified: Bool { identity != nil }
}

extension PartialFile.Token {
  /// Creates the token of the part of a download that every call for the same finds.
  ///
  /// - Parameters:
  ///   - url: The URL of the caller's request, of which the token has a hash.
  ///   - name: The name of the file; nil if the response gives it its name in the folder.
  init(of url: HTTP.URL, named name: FilePath?) {
    var hash = SHA256()
    hash.update(Array("apus part 1\n\(HTTP.Target.url(url).text)\n".utf8))
    hash.update(name?.bytes ?? [0x2f])
    self.init(bytes: Array(hash.finalize().prefix(16)))
  }
}
