import java.io.FileInputStream;
import java.security.KeyStore;
import javax.net.ssl.*;

/** Echo PORT STORE ROOTS WISH: sends back what it gets; WISH is `need` for a client's certificate. */
class Echo {
  static KeyStore store(String path) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (FileInputStream file = new FileInputStream(path)) {
      store.load(file, "secret".toCharArray());
    }
    return store;
  }

  public static void main(String[] words) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store(words[1]), "secret".toCharArray());
    TrustManagerFactory roots = TrustManagerFactory.getInstance("PKIX");
    roots.init(store(words[2]));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), roots.getTrustManagers(), null);
    SSLServerSocket server =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(
            Integer.parseInt(words[0]));
    server.setNeedClientAuth(words[3].equals("need"));
    SSLParameters parameters = server.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    server.setSSLParameters(parameters);
    while (true) {
      SSLSocket socket = (SSLSocket) server.accept();
      new Thread(() -> serve(socket)).start();
    }
  }

  static void serve(SSLSocket socket) {
    try (socket) {
      byte[] bytes = new byte[65536];
      int count;
      while ((count = socket.getInputStream().read(bytes)) >= 0) {
        socket.getOutputStream().write(bytes, 0, count);
      }
    } catch (Exception error) {
      System.err.println(error);
    }
  }
}
