internal import ApusBytes
internal import ApusNet
public import ApusTLS
public import ApusX509
internal import ApusX509Files

extension TLS.Policy {
  /// Creates a policy of a mode with the certificates of a folder pinned: SP-03 and SP-05.
  ///
  /// - Parameters:
  ///   - pinning: The mode.
  ///   - folder: The path of the folder.
  ///   - onUnreadable: Called with each file that cannot be read, which is then left out; without
  ///     it such a file is an error.
  /// - Throws: The first file that cannot be read, or the folder if nothing in it can be pinned.
  public init(
    _ pinning: TLS.Pinning, pinnedFolder folder: String,
    onUnreadable: ((Connections.TrustSourceError) -> Void)? = nil
  ) throws(Connections.TrustSourceError) {
    self.init(
      pinning, pinned: try Self.certificates(inFolder: folder, onUnreadable: onUnreadable))
  }

  /// Reads the certificates in a folder's files, in the order of their names.
  ///
  /// These are files of PEM or DER whose names end in `.cer`, `.der`, `.crt` or `.pem`, in small
  /// or capital letters; folders in it are left alone. A file that has no certificate, or cannot
  /// be read, is never passed over in silence: a missing pin would be noticed only when the server
  /// changes its certificate. Links to nothing and names that are not UTF-8 count too.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - onUnreadable: Called with each file that cannot be read, which is then left out; without
  ///     it such a file is an error.
  /// - Returns: The certificates, of which there is at least one.
  /// - Throws: The first file that cannot be read, or the folder if nothing in it is a certificate.
  public static func certificates(
    inFolder folder: String,
    onUnreadable: ((Connections.TrustSourceError) -> Void)? = nil
  ) throws(Connections.TrustSourceError) -> [X509.Certificate] {
    var found: [X509.Certificate] = []
    for path in try pinFiles(in: FilePath(folder)) {
      do throws(Connections.TrustSourceError) {
        found += try certificates(in: path)
      } catch {
        guard let onUnreadable else { throw error }
        onUnreadable(error)
      }
    }
    guard !found.isEmpty else { throw .noCertificate(folder) }
    return found
  }

  /// Everything in a folder that has the name of a certificate's file, and is not a folder.
  private static func pinFiles(
    in folder: FilePath
  ) throws(Connections.TrustSourceError) -> [FilePath] {
    do throws(SystemError) {
      return try Files.entries(in: folder, limit: CertificateFiles.nameLimit)
        .filter { isPinName($0.bytes) }.map { folder.appending($0) }
        .filter { !Files.isFolder($0) }
    } catch {
      throw .unreadable(folder.description, error)
    }
  }

  private static func isPinName(_ name: [UInt8]) -> Bool {
    guard name.first != 0x2e else { return false }
    return [".cer", ".der", ".crt", ".pem"].contains { ending in
      name.count > ending.utf8.count
        && ASCII.equalsIgnoringCase(Array(name.suffix(ending.utf8.count)).span, ending)
    }
  }

  private static func certificates(
    in path: FilePath
  ) throws(Connections.TrustSourceError) -> [X509.Certificate] {
    let name = path.description
    let kind = Files.kind(path)
    // Anything but a file, such as a pipe, holds nothing, and might keep its reader waiting.
    guard kind == nil || kind == .regular else { throw .noCertificate(name) }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Files.contents(of: path, limit: CertificateFiles.byteLimit)
    } catch {
      throw .unreadable(name, error)
    }
    let (certificates, problems) = X509.Bundle(bytes).certificates()
    guard let problem = problems.first else { return certificates }
    guard problem.error != .noCertificate else { throw .noCertificate(name) }
    throw .malformed(name, problem.error, line: problem.line)
  }
}
