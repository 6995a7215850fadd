// What a bot in Java may do: threads, child processes, sockets, files, locks on its own files.
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Runtime {
  public static void main(String[] arguments) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<Integer>> squares = new ArrayList<>();
    for (int i = 0; i < 8; ++i) {
      final int x = i;
      squares.add(threads.submit(() -> x * x));
    }
    int sum = 0;
    for (Future<Integer> square : squares) sum += square.get();
    threads.shutdown();
    Path own = Files.createTempFile("own", "");
    Files.writeString(own, "own");
    Process child = new ProcessBuilder("/bin/echo", "child").start();
    String said = new String(child.getInputStream().readAllBytes());
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        Socket here = new Socket("127.0.0.1", server.getLocalPort());
        Socket there = server.accept()) {
      here.getOutputStream().write(65);
      boolean good = sum == 140 && Files.readString(own).equals("own") && said.equals("child\n")
          && there.getInputStream().read() == 65;
      System.out.println(good ? "done" : "wrong");
    }
  }
}
