import ApusNet
import TestSupport
import Testing

@testable import ApusCommand

/// The authority of a development machine, as OpenSSL judges it.
@Suite(.ownThread, .timeLimit(.minutes(15))) struct AuthorityCommandTests {
  @Test func `OpenSSL accepts local authority certificates, and key files are private`() throws {
    let folder = try TrialFolder([:])
    let run = try RunningTool(
      "umask 000; \"$tool\" cert authority dev/ca && "
        + "\"$tool\" cert authority dev/ca localhost 127.0.0.1 ::1 app.test && "
        + "\"$tool\" cert authority dev/ca db.internal && cd dev/ca && "
        + "openssl verify -x509_strict -CAfile authority.pem -purpose sslserver "
        + "-verify_hostname localhost localhost.pem && "
        + "openssl verify -CAfile authority.pem -verify_ip 127.0.0.1 localhost.pem && "
        + "openssl verify -CAfile authority.pem -verify_hostname db.internal db.internal.pem && "
        + "\"$tool\" cert verify localhost.pem --roots authority.pem --host app.test && "
        + "\"$tool\" cert matches db.internal-key.pem db.internal.pem && "
        + "openssl x509 -in authority.pem -noout -text && stat -c '%a %n' *.pem; "
        + "stat -c '%a %n' ../ca", in: folder)
    #expect(run.status == 0, "\(run.output)\(run.complaints)")
    for text in [
      "Name Constraints: critical", "DNS:home.arpa", "IP:127.0.0.0/255.0.0.0", "CA:TRUE, pathlen:0",
      "600 authority-key.pem", "644 authority.pem", "600 db.internal-key.pem",
      "600 localhost-key.pem", "700 ../ca", "made dev/ca/authority.pem",
    ] {
      #expect(run.output.contains(text), "\(text): \(run.output)")
    }
    #expect(run.output.split(separator: "made dev/ca/authority.pem").count == 2)
  }

  @Test func `cert authority exits with 1 and writes no file for a public host name`() throws {
    let folder = try TrialFolder([:])
    for name in ["shop.example.com", "8.8.8.8", "2001:db8::1", "localhost.example"] {
      let run = try RunningTool("\"$tool\" cert authority dev localhost '\(name)'", in: folder)
      #expect(run.status == 1 && run.output.isEmpty, "\(name): \(run.output)")
      #expect(run.complaints.contains("home.arpa"), "\(run.complaints)")
    }
    #expect(try Files.names(in: folder.path + "/dev").isEmpty)
  }

  @Test func `OpenSSL rejects a public host name in a certificate of a local authority`() throws {
    let run = try RunningTool(
      "\"$tool\" cert authority dev && "
        + "\"$tool\" cert request shop.example --new-key k.pem >r.csr && "
        + "openssl x509 -req -in r.csr -CA dev/authority.pem -CAkey dev/authority-key.pem "
        + "-CAcreateserial -copy_extensions copyall -days 1 -out leaf.pem && "
        + "{ openssl verify -CAfile dev/authority.pem leaf.pem 2>&1 || true; } && "
        + "\"$tool\" cert verify leaf.pem --roots dev/authority.pem --host shop.example")
    #expect(run.status == 1, "\(run.output)\(run.complaints)")
    #expect(run.output.contains("permitted subtree violation"), "\(run.output)")
  }

  @Test func `cert authority overwrites neither an incomplete authority nor a certificate`() throws
  {
    let folder = try TrialFolder([:])
    let made = "\"$tool\" cert authority dev localhost >/dev/null"
    let again = try RunningTool("\(made) && \(made)", in: folder)
    #expect(again.status == 3 && again.complaints.contains("localhost"), "\(again.complaints)")
    let half = try RunningTool(
      "rm dev/authority-key.pem; \"$tool\" cert authority dev app.test", in: folder)
    #expect(
      half.status == 3
        && half.complaints.contains("the file dev/authority-key.pem of the authority is missing"))
  }
}
